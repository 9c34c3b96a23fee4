import AccessPolicy
import AgentClient
import Foundation
import KeychainServices
import Secrets
import Testing
import VaultClient

@testable import PasswordVault

/// Vaults that get another name, or none.
@Suite struct VaultNameTests {
    @Test(arguments: VaultTransport.allCases) func aRenamedVaultHasEverythingThatItHad(_ transport: VaultTransport)
        throws
    {
        let sample = try VaultSample(transport)
        let item = try sample.create("old").save(.login("Bank"))
        try sample.service.renameVault("old", to: "new")
        #expect(try sample.service.vaultNames() == ["new"])
        let vault = try sample.service.vaultService(named: "new")
        #expect(try !vault.isUnlocked())
        try vault.unlock(sample.password())
        #expect(try vault.item(item.id) == item)
        // The old name is free.
        let other = try sample.create("old")
        #expect(try other.overviews().isEmpty)
        #expect(throws: KeychainError(.duplicateItem, "")) { try sample.service.renameVault("old", to: "new") }
        // An agent wants the master password first.
        let absent = KeychainError(transport == .agent ? .interactionNotAllowed : .noSuchKeychain, "")
        #expect(throws: absent) { try sample.service.renameVault("none", to: "x") }
        try vault.unlock(sample.password())
        for name in ["", "a/b", "ä", String(repeating: "x", count: 65)] {
            #expect(throws: KeychainError(.parameter, "")) { try sample.service.renameVault("new", to: name) }
        }
    }

    @Test func oldObjectOfARenamedVaultGetsErrors() throws {
        let sample = try VaultSample()
        let vault = try sample.createHere()
        _ = try vault.save(.login("Bank"))
        try sample.directory.rename("personal", to: "new")
        let other = try sample.directory.create("personal", password: sample.password("another password"))
        #expect(throws: KeychainError(.notAvailable, "")) { try vault.unlock(sample.password()) }
        #expect(throws: KeychainError.self) { _ = try vault.save(.login("Lost")) }
        #expect(try other.overviews().isEmpty)
        #expect(sample.directory.names() == ["new", "personal"])
    }

    @Test(arguments: VaultTransport.allCases) func aCopyOfADeletedVaultIsKeptForThirtyDays(_ transport: VaultTransport)
        throws
    {
        let sample = try VaultSample(transport)
        let item = try sample.create("work").save(.login("Bank"))
        try sample.service.deleteVault("work", keepingCopy: true)
        #expect(try sample.service.vaultNames() == [])
        let copy = try #require(try sample.service.deletedVaultCopies().first)
        #expect(copy.name == "work" && copy.expires.timeIntervalSince(copy.deleted) == 30 * 86_400)
        sample.pass(days: 29)
        try sample.create("other").unlock(sample.password())
        try sample.service.undeleteVault("work")
        let vault = try sample.service.vaultService(named: "work")
        try vault.unlock(sample.password())
        #expect(try vault.item(item.id) == item)
        try sample.service.deleteVault("work", keepingCopy: true)
        sample.pass(days: 30)
        try sample.service.vaultService(named: "other").unlock(sample.password())
        #expect(try sample.service.deletedVaultCopies() == [])
        #expect(throws: KeychainError(.noSuchKeychain, "")) { try sample.service.undeleteVault("work") }
    }

    @Test func theNewestCopyComesBackFirst() throws {
        let sample = try VaultSample()
        for title in ["first", "second"] {
            _ = try sample.create("work").save(.login(title))
            try sample.service.deleteVault("work", keepingCopy: true)
        }
        #expect(sample.directory.deletedVaults().count == 2)
        for title in ["second", "first"] {
            try sample.directory.undelete("work")
            let isLast = sample.directory.deletedVaults().isEmpty
            #expect(throws: KeychainError(isLast ? .noSuchKeychain : .duplicateItem, "")) {
                try sample.directory.undelete("work")
            }
            let vault = try sample.directory.vault(named: "work")
            try vault.unlock(sample.password())
            #expect(try vault.overviews().map(\.title) == [title])
            try sample.directory.rename("work", to: title)
        }
        #expect(sample.directory.deletedVaults().isEmpty)
    }

    @Test func withoutACopyNothingIsLeft() throws {
        let sample = try VaultSample()
        _ = try sample.create("work")
        try sample.directory.delete("work")
        _ = try sample.create("work")
        // As a repair makes one first.
        let copy = sample.root.keychainPath(named: "vault.work") + ".before-repair-1700000000"
        try Data("copy".utf8).write(to: URL(fileURLWithPath: copy))
        try sample.directory.delete("work", keepingCopy: false)
        #expect(sample.directory.deletedVaults().isEmpty && sample.directory.names().isEmpty)
        let files = FileManager.default.subpaths(atPath: sample.root.path) ?? []
        #expect(!files.contains { $0.contains("work") }, "\(files)")
        #expect(throws: KeychainError(.noSuchKeychain, "")) { try sample.directory.delete("work", keepingCopy: false) }
    }

    @Test func erasingTheKeychainRemovesTheCopies() throws {
        let sample = try VaultSample()
        _ = try sample.create("work")
        try sample.directory.delete("work")
        let keychain = try Keychain(root: sample.root, accessGroups: AccessGroups(["*"])).forAgent()
        try keychain.erase()
        #expect(sample.directory.deletedVaults().isEmpty)
    }

    @Test func aCompromisedMasterPasswordTakesTheCopiesOfItsNameWithIt() throws {
        let sample = try VaultSample()
        for name in ["work", "home"] {
            _ = try sample.create(name)
            try sample.directory.delete(name)
        }
        let vault = try sample.directory.create("work", password: sample.password())
        try vault.changePassword(
            from: sample.password(), to: sample.password("another"), derivation: .argon2id, compromised: true)
        #expect(sample.directory.deletedVaults().map(\.name) == ["home"])
    }

    /// Else a program would get the vault that has the name next.
    @Test func whatProgramsWereAnsweredIsForgotten() throws {
        let sample = try VaultSample()
        let agent = try VaultAgent(in: sample.root.path)
        try agent.start(VaultDirectory(root: sample.root, passwordCost: .cheapForTests, actsForAgent: true))
        defer { agent.stop() }
        let vaults = try AgentVaults(agent.pool())
        func allow(_ name: String) throws {
            try agent.policy.change { document throws(PolicyError) in
                try document.answer(
                    .allow, to: Subject.system(path: "/usr/bin/mail"), for: "vault:\(name)", .always, now: Date())
            }
        }
        _ = try vaults.createVault("a", password: sample.password(), derivation: .argon2id)
        for name in ["a", "b", "c"] { try allow(name) }
        try vaults.renameVault("a", to: "b")
        #expect(agent.policy.document.allAnswers.count == 1)
        try vaults.vaultService(named: "b").unlock(sample.password())
        try allow("b")
        try vaults.deleteVault("b", keepingCopy: true)
        #expect(agent.policy.document.allAnswers.count == 1)
    }

    @Test func anotherProgramRenamesAndDeletesNothing() throws {
        let sample = try VaultSample()
        _ = try sample.createHere()
        let agent = try VaultAgent(in: sample.root.path, isCommandLine: false)
        try agent.start(VaultDirectory(root: sample.root, passwordCost: .cheapForTests, actsForAgent: true))
        defer { agent.stop() }
        let vaults = try AgentVaults(agent.pool())
        #expect(throws: KeychainError(.missingEntitlement, "")) { try vaults.renameVault("personal", to: "x") }
        #expect(throws: KeychainError(.missingEntitlement, "")) {
            try vaults.deleteVault("personal", keepingCopy: true)
        }
        #expect(throws: KeychainError(.missingEntitlement, "")) { try vaults.undeleteVault("personal") }
        #expect(throws: KeychainError(.missingEntitlement, "")) { try vaults.deletedVaultCopies() }
    }

    /// A wrong master password counts whatever the vault is called.
    @Test func aRenamedVaultGoesOnCountingWrongPasswords() throws {
        let sample = try VaultSample()
        let agent = try VaultAgent(in: sample.root.path)
        try agent.start(VaultDirectory(root: sample.root, passwordCost: .cheapForTests, actsForAgent: true))
        defer { agent.stop() }
        let vaults = try AgentVaults(agent.pool())
        let vault = try vaults.createVault("a", password: sample.password(), derivation: .argon2id)
        for _ in 0..<12 { _ = try? vault.unlock(sample.password("wrong")) }
        #expect(throws: KeychainError(.authenticationFailed, "")) { try vault.unlock(sample.password()) }
        try vaults.renameVault("a", to: "b")
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try vaults.vaultService(named: "b").unlock(sample.password())
        }
    }
}
