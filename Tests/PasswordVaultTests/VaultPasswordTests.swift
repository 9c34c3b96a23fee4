import Foundation
import KeyManagement
import KeychainServices
import Testing

@testable import PasswordVault

@Suite struct VaultPasswordTests {
    private let sample: VaultSample

    init() throws { sample = try VaultSample() }

    @Test(arguments: VaultPassword.Derivation.allCases) func vaultOpensByWhatItWasMadeWith(
        derivation: VaultPassword.Derivation
    ) throws {
        let vault = try sample.directory.create("v", password: sample.password(), derivation: derivation)
        let item = try vault.save(.login("Bank"))
        vault.lock()
        #expect(try vault.passwordDerivation().derivation == derivation)
        #expect(throws: KeychainError(.authenticationFailed, "")) { try vault.unlock(sample.password("wrong")) }
        try vault.unlock(sample.password())
        #expect(try vault.item(item.id) == item)
    }

    @Test(arguments: [false, true]) func changedPasswordTakesThePlaceOfTheOldOne(compromised: Bool) throws {
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try vault.changePassword(from: sample.password("wrong"), to: sample.password("new"))
        }
        try vault.changePassword(
            from: sample.password(), to: sample.password("new"), derivation: .pbkdf2, compromised: compromised)
        vault.lock()
        #expect(throws: KeychainError(.authenticationFailed, "")) { try vault.unlock(sample.password()) }
        try vault.unlock(sample.password("new"))
        #expect(try vault.item(item.id) == item)
        #expect(try vault.passwordDerivation().derivation == .pbkdf2)
        #expect(throws: KeychainError(.parameter, "")) {
            try vault.changePassword(from: sample.password("new"), to: sample.password(""))
        }
    }

    /// The sample's directory makes vaults that are far too cheap; one that does as it does for users meets them later.
    @Test(arguments: VaultPassword.Derivation.allCases) func unlockRaisesTheCostToTheFloor(
        derivation: VaultPassword.Derivation
    ) throws {
        let cheap = try sample.directory.create("v", password: sample.password(), derivation: derivation)
        let item = try cheap.save(.login("Bank"))
        cheap.lock()
        let vault = Vault(name: "v", keychain: cheap.keychain, directory: VaultDirectory(root: sample.root))
        try vault.unlock(sample.password())
        let cost = try vault.passwordDerivation()
        #expect(cost.derivation == derivation)
        switch derivation {
        case .argon2id: #expect(cost.passes >= 3 && cost.memory ?? 0 >= 64 << 20)
        case .pbkdf2: #expect(cost.passes >= 600_000 && cost.memory == nil)
        }
        vault.lock()
        try vault.unlock(sample.password())
        #expect(try vault.item(item.id) == item)
    }

    @Test func recoveryKeyTakesThePlaceOfALostMasterPassword() throws {
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        let old = try vault.makeRecoveryKey()
        let key = try vault.makeRecoveryKey()
        let text = key.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        #expect(text.split(separator: "-").map(\.count) == Array(repeating: 4, count: 7))
        vault.lock()
        let directory = sample.directory
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try directory.recover("personal", recoveryKey: old, newPassword: sample.password("new"))
        }
        #expect(throws: KeychainError(.parameter, "")) {
            try directory.recover("personal", recoveryKey: sample.password(text + "A"), newPassword: sample.password())
        }
        #expect(throws: KeychainError(.parameter, "")) {
            try directory.recover("personal", recoveryKey: key, newPassword: sample.password(""))
        }
        try vault.unlock(sample.password())
        let typed = sample.password(text.lowercased().replacingOccurrences(of: "-", with: " "))
        let recovered = try directory.recover("personal", recoveryKey: typed, newPassword: sample.password("new"))
        #expect(try recovered.item(item.id) == item)
        recovered.lock()
        #expect(throws: KeychainError(.authenticationFailed, "")) { try recovered.unlock(sample.password()) }
        try recovered.unlock(sample.password("new"))
        #expect(try recovered.item(item.id) == item)
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try directory.recover("personal", recoveryKey: key, newPassword: sample.password("newer"))
        }
    }

    /// In a copy that was taken while a program wrote, the list may be older than the items.
    @Test func recoverySaysThatTheListIsNotThatOfTheItems() throws {
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        _ = try vault.save(.login("Shop"))
        let key = try vault.makeRecoveryKey()
        try vault.keychain.transaction { rows in
            _ = try rows.delete(VaultRows.query(.item, VaultRows.account(of: item.id)))
        }
        let error = #expect(throws: KeychainError(.decode, "")) {
            try sample.directory.recover("personal", recoveryKey: key, newPassword: sample.password("new"))
        }
        #expect(error?.reason.contains("has its new master password") == true)
        #expect(throws: Never.self) { try vault.unlock(sample.password("new")) }
    }

    /// It would be open to all who have the files while it has no master password.
    @Test func vaultOfAnAgentOfThisMachineIsNotRecoveredWithoutIt() throws {
        let vault = try sample.createHere()
        let key = try vault.makeRecoveryKey()
        try vault.keychain.setManaged(true)
        #expect(throws: KeychainError(.notAvailable, "")) {
            try sample.directory.recover("personal", recoveryKey: key, newPassword: sample.password("new"))
        }
        vault.keychain.actForAgent()
        #expect(throws: Never.self) { try vault.unlock(sample.password()) }
    }

    /// Nothing of a key is in the vault before the user has it.
    @Test(arguments: VaultTransport.allCases)
    func recoveryKeyThatWasNotConfirmedOpensNothing(transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let item = try vault.save(.login("Bank"))
        let (old, new) = (Secret(Vault.newRecoveryKey()), Secret(Vault.newRecoveryKey()))
        func recover(_ key: Secret) throws {
            try sample.recover("personal", key, newPassword: sample.password())
        }
        #expect(throws: KeychainError(.authenticationFailed, "")) { try recover(old) }
        try vault.unlock(sample.password())
        try vault.confirmRecoveryKey(old.copy())
        #expect(throws: KeychainError(.parameter, "")) { try vault.confirmRecoveryKey(sample.password("no key")) }
        #expect(throws: KeychainError(.authenticationFailed, "")) { try recover(new) }
        try recover(old)
        try vault.unlock(sample.password())
        try vault.confirmRecoveryKey(old.copy())
        try vault.confirmRecoveryKey(new.copy())
        #expect(throws: KeychainError(.authenticationFailed, "")) { try recover(old) }
        try recover(new)
        try vault.unlock(sample.password())
        #expect(try vault.item(item.id) == item)
        try vault.lock()
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try vault.confirmRecoveryKey(old.copy()) }
    }

    /// An earlier release set the master password after the recovery: one that was ended in between left a vault without any.
    @Test func recoveryThatWasInterruptedIsRepeatedAndNotTakenForACreation() throws {
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        let key = try vault.makeRecoveryKey()
        vault.close()
        guard let bytes = VaultRecoveryKey.key(key) else { throw VaultRecoveryKey.mistyped }
        try KeychainRecovery.recover(sample.root, name: "vault.personal", recoveryKey: bytes)
        let error = #expect(throws: KeychainError(.notAvailable, "")) {
            try sample.directory.vault(named: "personal").passwordDerivation()
        }
        #expect(error?.remedy?.contains("vault recovery use") == true)
        #expect(throws: KeychainError(.duplicateItem, "")) {
            _ = try sample.directory.create("personal", password: sample.password("another"))
        }
        let recovered = try sample.directory.recover(
            "personal", recoveryKey: key, newPassword: sample.password("new"))
        #expect(try recovered.item(item.id) == item)
    }

    /// A lock wins over a recovery that was asked for before it.
    @Test(arguments: [false, true]) func lockDuringARecoveryWins(isLocked: Bool) throws {
        let vault = try sample.createHere()
        guard let key = VaultRecoveryKey.key(try vault.makeRecoveryKey()) else { throw VaultRecoveryKey.mistyped }
        let epoch = try KeychainRecovery.recoverVault(
            sample.root, name: "vault.personal", recoveryKey: key, acceptingDamage: false, actsForAgent: false
        ) { keys throws(KeyError) in
            if isLocked { vault.lock() }
            return try keys.settingFirstPasscode(sample.password("new"), cost: .cheapForTests)
        }
        #expect((epoch == nil) == isLocked)
        #expect(try !vault.isUnlocked())
        if let epoch { try vault.unlock(sample.password("new"), since: epoch) }
        #expect(try vault.isUnlocked() == !isLocked)
    }

    /// The vault has no name before it has a master password.
    @Test func creationThatFailsLeavesNothing() throws {
        let first = try sample.createHere()
        first.close()
        let before = try FileManager.default.contentsOfDirectory(atPath: sample.root.path + "/keychains").sorted()
        #expect(throws: KeychainError(.parameter, "")) {
            try LocalKeychain.make(
                sample.root, name: "vault.second", accessGroups: AccessGroups(["g"]), passcodeCost: .cheapForTests
            ) { keychain throws(KeychainError) in
                try keychain.setPasscode(sample.password()) { _, _ in }
                #expect(sample.directory.names() == ["personal"])
                throw KeychainError(.parameter, "for the test")
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: sample.root.path + "/keychains").sorted() == before)
        _ = try sample.directory.create("second", password: sample.password())
        #expect(sample.directory.names() == ["personal", "second"])
    }

    @Test(arguments: ["", "a/b", "../b", "ä", "a b", String(repeating: "a", count: 65)])
    func invalidVaultNameIsRefused(name: String) {
        #expect(throws: KeychainError(.parameter, "")) { try sample.create(name) }
    }
}
