import Foundation
import Secrets
import Testing

@testable import KeyManagement
@testable import KeychainServices

/// A keybag without a passcode, in the file of a keychain that has one: written by a program that knew the passcode, or by another.
@Suite struct VanishedPasscodeTests {
    private let temporary: TemporaryRoot
    private let keychain: Keychain
    private let store: Store
    private static let query = Query(.genericPassword)

    init() throws {
        temporary = try TemporaryRoot()
        keychain = try temporary.open(groups: ["com.example.tests"])
        store = try keychain.store
        try keychain.add(NewItem(.genericPassword, [.account: .string("kim")], data: Data([1])))
        try keychain.setPasscode(Self.passcode())
    }

    private static func passcode() -> SecretBytes { SecretBytes(copying: "passcode".utf8) }

    /// Stores a keybag as another process does: this one learns of it from the file.
    private func write(_ keybag: Keybag) throws {
        try store.write { session in try KeybagTable.store(keybag, in: session.db) }
    }

    /// A keybag by somebody who has the device key and the file, but not the passcode.
    private func forged() throws -> Keybag {
        var keybag = store.keys.keybag
        try keybag.nextGeneration()
        keybag.passcodeHash = nil
        keybag.classKeys.removeAll { $0.wrapper == WrappingKey.Kind.passcode.rawValue }
        let device = WrappingKey.device(store.keys.deviceKey, keychainID: keybag.keychainID)
        let present = Set(keybag.classKeys.map(\.protection))
        for protection in ProtectionClass.allCases
        where !present.contains(protection) && protection != .whenPasscodeSetThisDeviceOnly {
            keybag.addClassKey(protection, wrapper: device)
        }
        return keybag
    }

    /// The same, with class keys that have the numbers of the old ones.
    private func forged(numberedAs old: Keybag) throws -> Keybag {
        var keybag = try forged()
        let generation = keybag.generation
        let device = WrappingKey.device(store.keys.deviceKey, keychainID: keybag.keychainID)
        for record in old.classKeys
        where record.wrapper == WrappingKey.Kind.passcode.rawValue
            && record.protection != .whenPasscodeSetThisDeviceOnly
        {
            keybag.classKeys.removeAll { $0.protection == record.protection }
            keybag.generation = record.number >> 4
            keybag.addClassKey(record.protection, wrapper: device)
        }
        keybag.generation = generation
        return keybag
    }

    /// While the passcode is known to this process, and when only the class keys after the first unlock are left.
    @Test(arguments: [false, true]) func forgedKeybagIsRefused(isLocked: Bool) throws {
        if isLocked { try keychain.lock() }
        try write(forged())
        let refusal = KeychainError(.notAvailable, "")
        let error = #expect(throws: refusal) {
            try keychain.add(NewItem(.genericPassword, [.account: .string("new")], data: Data([2])))
        }
        #expect(error?.reason.contains("the passcode was removed from the file") == true)
        #expect(throws: refusal) { try keychain.items(matching: Self.query, reading: .data) }
        #expect(throws: refusal) { try keychain.lockState() }
    }

    @Test(arguments: [false, true]) func removalByAProcessThatKnowsThePasscodeIsAccepted(isLocked: Bool) throws {
        let removed = try store.keys.removingPasscode(Self.passcode()).keybag
        if isLocked { try keychain.lock() }
        try write(removed)
        #expect(try keychain.lockState() == LockState.noPasscode)
        #expect(try keychain.items(matching: Self.query, reading: .data).first?.data == Data([1]))
        try keychain.add(NewItem(.genericPassword, [.account: .string("new")], data: Data([2])))
    }

    /// A program that has just started cannot know, and takes the keychain for one without a passcode; the file tells.
    @Test(arguments: [false, true]) func doctorNamesTheCause(takesNumbers: Bool) throws {
        for account in ["lee", "robin"] {
            try keychain.add(NewItem(.genericPassword, [.account: .string(account)], data: Data([1])))
        }
        try write(takesNumbers ? forged(numberedAs: store.keys.keybag) : forged())
        keychain.close()
        let found = try Doctor(root: temporary.root).examine()
        let finding = try #require(found.findings.first { $0.kind == .passcodeRemoved })
        #expect(finding.severity == .error && !finding.isRepairable)
        #expect(finding.text.contains("3 of its items") && finding.remedy?.contains("from a backup") == true)
    }

    @Test func doctorNamesNothingAfterARemovalThatKnewThePasscode() throws {
        try write(store.keys.removingPasscode(Self.passcode()).keybag)
        keychain.close()
        #expect(try Doctor(root: temporary.root).examine().isHealthy)
    }

    @Test func recoveryInThisProcessIsAccepted() throws {
        let key = try keychain.makeRecoveryKey()
        try KeychainRecovery.recover(temporary.root, recoveryKey: key)
        #expect(try keychain.lockState() == LockState.noPasscode)
        #expect(try keychain.items(matching: Self.query, reading: .data).first?.data == Data([1]))
    }
}
