import Foundation
import Secrets
import Testing

@testable import KeyManagement
@testable import KeychainServices

/// The recovery key's copies of the class keys, which only the recovery key tells from random bytes.
@Suite struct RecoveryKeyDoctorTests {
    private let temporary: TemporaryRoot
    private let recoveryKey: [UInt8]
    private let keychain: Keychain

    init() throws {
        temporary = try TemporaryRoot()
        keychain = try temporary.open()
        try keychain.add(NewItem(.genericPassword, [.account: "one"], data: Data("secret".utf8)))
        recoveryKey = try keychain.makeRecoveryKey().withUnsafeBytes { Array($0) }
    }

    /// Changes a byte of the recovery key's copy of a class key.
    private func damage(_ protection: ProtectionClass) throws {
        let store = try keychain.store
        var keybag = store.keys.keybag
        let index = try #require(keybag.classKeys.firstIndex { $0.protection == protection })
        try keybag.nextGeneration()
        keybag.classKeys[index].recovery?[20] ^= 1
        try store.write { session in try KeybagTable.store(keybag, in: session.db) }
    }

    private func findings(_ key: [UInt8]) throws -> [Diagnosis.Finding] {
        let doctor = Doctor(root: temporary.root)
        var diagnosis = try doctor.examine()
        #expect(diagnosis.isHealthy)
        try doctor.examine(recoveryKey: SecretBytes(copying: key), &diagnosis)
        return diagnosis.findings.filter { $0.kind == .recoveryKey }
    }

    @Test func everyClassOfAnIntactKeyIsReportedAsANote() throws {
        keychain.close()
        let found = try findings(recoveryKey)
        #expect(found.count == ProtectionClass.allCases.count - 1)
        #expect(found.allSatisfy { $0.severity == .note && !$0.isRepairable })
        #expect(found.count { $0.text.hasPrefix("the recovery key opens") } == 3)
        #expect(found.count { $0.text.hasPrefix("no recovery key opens") } == 3)
    }

    /// Neither of both has an item.
    @Test(arguments: [ProtectionClass.afterFirstUnlock, .always])
    func damagedClassThatNothingUsesIsNamed(protection: ProtectionClass) throws {
        try damage(protection)
        keychain.close()
        let errors = try findings(recoveryKey).filter { $0.severity == .error }
        #expect(errors.count == 1)
        #expect(errors.first?.text.contains("“\(protection.code)” (items: 0)") == true)
    }

    @Test func damagedClassIsNamedWithTheNumberOfItsItems() throws {
        try damage(.whenUnlocked)
        keychain.close()
        let errors = try findings(recoveryKey).filter { $0.severity == .error }
        #expect(errors.map { $0.text.contains("“ak” (items: 1)") } == [true])
    }

    @Test func anotherKeyIsRefused() throws {
        keychain.close()
        #expect { try findings(recoveryKey.reversed()) } throws: {
            ($0 as? KeychainError)?.code == .authenticationFailed
        }
    }
}
