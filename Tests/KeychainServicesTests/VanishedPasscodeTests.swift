import Foundation
import Secrets
import TestSupport
import Testing

@testable import KeyManagement
@testable import KeychainServices

/// A keybag without a passcode, in the file of a keychain that has one: written by a program that knew the passcode, or by another.
@Suite(.enabled(if: RowWriter.isInstalled, "needs python3, to write the file"))
struct VanishedPasscodeTests {
    private let temporary: TemporaryRoot
    private let keychain: Keychain
    private let store: Store
    /// The program that the attacker writes with.
    private let attacker: RowWriter
    private static let query = Query(.genericPassword)

    init() throws {
        temporary = try TemporaryRoot()
        keychain = try temporary.open(groups: ["com.example.tests"])
        store = try keychain.store
        attacker = RowWriter(path: temporary.root.keychainPath(named: "default"))
        try keychain.add(NewItem(.genericPassword, [.account: .string("kim")], data: Data([1])))
        try keychain.setPasscode(Self.passcode())
    }

    private static func passcode() -> SecretBytes { SecretBytes(copying: "passcode".utf8) }

    /// Stores a keybag as a process of ours does that knows the passcode.
    private func write(_ keybag: Keybag) throws {
        try store.write { session in try KeybagTable.store(keybag, in: session.db) }
    }

    /// A keybag by a program that has the device key and the file, but not the passcode.
    private func forged(from genuine: Keybag? = nil) throws -> Keybag {
        var keybag = genuine ?? store.keys.keybag
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

    /// What is written before the passcode vanishes, so that this process lets go of the class keys that it could compare.
    enum Step: CaseIterable {
        /// The keybag at once.
        case none
        /// The genuine keybag, without the class keys that the passcode protects.
        case withoutClassKeys
        /// Class keys of the attacker's, under a passcode of the attacker's.
        case anotherPasscode
        /// One after the other.
        case both
    }

    private func keybags(before step: Step) throws -> [Keybag] {
        var withoutKeys = store.keys.keybag
        try withoutKeys.nextGeneration()
        withoutKeys.classKeys.removeAll { $0.protection.availability != .always }
        let another = try KeySet(opening: forged(from: withoutKeys), deviceKey: store.keys.deviceKey)
            .settingFirstPasscode(SecretBytes(copying: "another".utf8), cost: .cheapForTests).keybag
        switch step {
        case .none: return []
        case .withoutClassKeys: return [withoutKeys]
        case .anotherPasscode: return [another]
        case .both: return [withoutKeys, another]
        }
    }

    /// While the passcode is known to this process, and when only the class keys after the first unlock are left. The other process looks
    /// each time that this one has read what it has written.
    @Test(arguments: Step.allCases, [false, true]) func forgedKeybagIsRefused(after step: Step, isLocked: Bool) throws {
        if isLocked { try keychain.lock() }
        var last = store.keys.keybag
        for keybag in try keybags(before: step) {
            try attacker.write(keybag)
            _ = try? keychain.items(matching: Self.query, reading: .data)
            last = keybag
        }
        try attacker.write(forged(from: last))
        let refusal = KeychainError(.notAvailable, "")
        let error = #expect(throws: refusal) {
            try keychain.add(NewItem(.genericPassword, [.account: .string("new")], data: Data([2])))
        }
        #expect(error?.reason.contains("the passcode was removed from the file") == true)
        #expect(throws: refusal) { try keychain.items(matching: Self.query, reading: .data) }
        #expect(throws: refusal) { try keychain.lockState() }
    }

    /// Written between a lock and the unlock, and between the unlock and what is added then.
    @Test func unlockDoesNotBringAForgedKeybagIn() throws {
        let genuine = store.keys.keybag
        try keychain.lock()
        try attacker.write(forged(from: genuine))
        #expect(throws: KeychainError(.notAvailable, "")) { try keychain.unlock(passcode: Self.passcode()) }
        var restored = genuine
        restored.generation += 2
        try attacker.write(restored)
        try keychain.unlock(passcode: Self.passcode())
        try attacker.write(forged(from: restored))
        #expect(throws: KeychainError(.notAvailable, "")) {
            try keychain.add(NewItem(.genericPassword, [.account: .string("new")], data: Data([2])))
        }
    }

    /// Another process writes the genuine keybag, the one without class keys and the forged one in turns, while this one unlocks, adds and
    /// locks. What was added without an error is sealed for the genuine keys: it opens when these are back.
    @Test func nothingIsAddedForTheAttackersKeysInARace() throws {
        let genuine = store.keys.keybag
        let without = try keybags(before: .withoutClassKeys)
        let states = try [genuine] + without + [forged(from: without.last ?? genuine)]
        let process = try attacker.takeTurns(states, rounds: 100)
        var added = ["kim"]
        var number = 0
        while process.isRunning {
            number += 1
            try? keychain.unlock(passcode: Self.passcode())
            let item = NewItem(.genericPassword, [.account: .string("\(number)")], data: Data([1]))
            if (try? keychain.add(item)) != nil { added.append("\(number)") }
            if number % 3 == 0 { try? keychain.lock() }
        }
        #expect(process.wait() == 0)
        try keychain.unlock(passcode: Self.passcode())
        for account in added {
            let query = Query(.genericPassword, [.account: .string(account)])
            #expect(try keychain.items(matching: query, reading: .data).first?.data == Data([1]))
        }
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
        try attacker.write(takesNumbers ? forged(numberedAs: store.keys.keybag) : forged())
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
