import AccessPolicy
import AgentClient
import Foundation
import KeychainServices
import Secrets
import Testing

@testable import PasswordVault
@testable import VaultClient

/// What only an agent does: it keeps vaults open between programs, and lets not every program in.
@Suite struct VaultAgentTests {
    private let sample: VaultSample

    init() throws { sample = try VaultSample() }

    private func agentDirectory() -> VaultDirectory {
        VaultDirectory(root: sample.root, passwordCost: .cheapForTests, actsForAgent: true)
    }

    @Test func vaultStaysUnlockedForTheNextProgram() throws {
        let agent = try VaultAgent(in: sample.root.path)
        try agent.start(agentDirectory())
        defer { agent.stop() }
        let item = try AgentVaults(agent.pool()).createVault("v", password: sample.password(), derivation: .argon2id)
            .save(.login("Bank"))
        let next = try AgentVaults(agent.pool()).vaultService(named: "v")
        #expect(try next.isUnlocked())
        #expect(try next.item(item.id) == item)
    }

    /// Every program of the user's can run the command line.
    @Test func unlockedVaultIsForThoseWhoHaveEnteredItsPassword() throws {
        let agent = try VaultAgent(in: sample.root.path)
        try agent.start(agentDirectory())
        defer { agent.stop() }
        let mine = try AgentVaults(agent.pool()).createVault("v", password: sample.password(), derivation: .argon2id)
        let item = try mine.save(.login("Bank"))
        agent.program.name = "another"
        let theirs = try AgentVaults(agent.pool()).vaultService(named: "v")
        #expect(try !theirs.isUnlocked())
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try theirs.item(item.id) }
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try theirs.overviews() }
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { _ = try theirs.save(item) }
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { _ = try theirs.makeRecoveryKey() }
        try theirs.unlock(sample.password())
        #expect(try theirs.item(item.id) == item)
        try theirs.lock()
        agent.program.name = "test"
        try AgentVaults(agent.pool()).vaultService(named: "v").unlock(sample.password())
        agent.program.name = "another"
        #expect(throws: KeychainError(.interactionNotAllowed, "")) {
            try AgentVaults(agent.pool()).vaultService(named: "v").item(item.id)
        }
    }

    /// As at a sheet: another program on the prompter's terminal has typed nothing.
    @Test func passwordInAnotherTerminalUnlocksForOneProcessOnly() throws {
        let agent = try VaultAgent(in: sample.root.path)
        try agent.start(agentDirectory())
        defer { agent.stop() }
        agent.program.terminal = TerminalGrant.Terminal(uid: 1, sessionID: 1, leaderStart: 1, device: 1)
        try AgentVaults(agent.pool()).createVault("v", password: sample.password(), derivation: .argon2id).lock()
        func isOpen(for name: String) throws -> Bool {
            agent.program.name = name
            return try AgentVaults(agent.pool()).vaultService(named: "v").isUnlocked()
        }
        agent.program.name = "prompter"
        try AgentVaults(agent.pool(), forProcessAlone: true).vaultService(named: "v").unlock(sample.password())
        #expect(try isOpen(for: "prompter"))
        #expect(try !isOpen(for: "another"))
        // In the terminal itself it is another matter.
        try AgentVaults(agent.pool()).vaultService(named: "v").unlock(sample.password())
        #expect(try isOpen(for: "yet another"))
    }

    /// It could say yes itself, by the command line.
    @Test func vaultCannotBeAllowedWithoutAPasscode() throws {
        let item = try sample.createHere().save(.login("Bank"))
        let agent = try VaultAgent(in: sample.root.path, isCommandLine: false)
        try agent.start(agentDirectory())
        defer { agent.stop() }
        let pool = try agent.pool()
        let vault = AgentVault(name: "personal", pool: pool)
        // Connected before the command line is.
        #expect(throws: KeychainError(.missingEntitlement, "")) { try AgentVaults(pool).vaultNames() }
        let lists = DispatchSemaphore(value: 0)
        agent.program.name = ProgramSwitch.commandLine
        Thread.detachNewThread {
            // It says yes to whatever is asked.
            let commandLine = AgentAdministration(at: agent.socketPath)
            try? commandLine.showQuestions { list in
                lists.signal()
                for question in list.questions {
                    agent.program.name = ProgramSwitch.commandLine
                    try commandLine.answer(question.id, .allowOnce, passcode: SecretBytes(zeros: 0))
                }
                return true
            }
        }
        // The agent tells at once what waits, and from then on of each question.
        try #require(lists.wait(timeout: .now() + 300) == .success)
        agent.program.name = "test"
        #expect(throws: KeychainError(.missingEntitlement, "")) { _ = try vault.item(item.id) }
    }

    @Test func lockOfTheSessionLocksVaults() throws {
        let agent = try VaultAgent(in: sample.root.path)
        try agent.start(agentDirectory())
        defer { agent.stop() }
        let vault = try AgentVaults(agent.pool()).createVault("v", password: sample.password(), derivation: .argon2id)
        try agent.lock(because: .session)
        #expect(try !vault.isUnlocked())
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try vault.overviews() }
    }

    /// What the agent has is not opened by anybody else.
    @Test func filesOfTheAgentAreTheAgents() throws {
        let agent = try VaultAgent(in: sample.root.path)
        try agent.start(agentDirectory())
        defer { agent.stop() }
        _ = try AgentVaults(agent.pool()).createVault("v", password: sample.password(), derivation: .argon2id)
        // In this process the file is open already, by the agent's threads; what counts is the mark in the file.
        let keychain = try Keychain(
            root: sample.root, name: "vault.v", accessGroups: AccessGroups([VaultRows.group])
        ).forAgent()
        #expect(try keychain.isManaged())
        try VaultDirectory.releaseFromAgent(in: sample.root)
        #expect(try !keychain.isManaged())
    }

    @Test func otherProgramGetsWhatAPersonHasAnswered() throws {
        let made = try sample.createHere()
        let item = try made.save(.login("Bank"))
        let agent = try VaultAgent(in: sample.root.path, isCommandLine: false)
        try agent.start(agentDirectory())
        defer { agent.stop() }
        func answer(_ verdict: Answer.Verdict) throws {
            try agent.policy.change { document throws(PolicyError) in
                try document.answer(
                    verdict, to: Subject.system(path: "/test"), for: "vault:personal", .always, now: Date())
            }
        }
        try answer(.allow)
        let vault = try AgentVaults(agent.pool()).vaultService(named: "personal")
        #expect(try vault.item(item.id) == item)
        try answer(.deny)
        #expect(throws: KeychainError(.missingEntitlement, "")) { try vault.item(item.id) }
        try answer(.allow)
        #expect(throws: KeychainError(.missingEntitlement, "")) { try vault.unlock(sample.password()) }
        #expect(throws: KeychainError(.missingEntitlement, "")) { _ = try vault.makeRecoveryKey() }
        #expect(throws: KeychainError(.missingEntitlement, "")) { try vault.emptyTrash() }
        #expect(throws: KeychainError(.missingEntitlement, "")) { try AgentVaults(agent.pool()).vaultNames() }
    }

    /// The group of a vault's answers is none that a program can own.
    @Test func accessGroupOfTheSameNameOpensNoVault() throws {
        let made = try sample.createHere()
        let item = try made.save(.login("Bank"))
        let agent = try VaultAgent(in: sample.root.path, isCommandLine: false)
        try agent.start(agentDirectory())
        defer { agent.stop() }
        try agent.policy.change { document throws(PolicyError) in
            try document.assign("vault:personal", to: Subject.system(path: "/test"), now: Date())
            try document.answer(
                .deny, to: Subject.system(path: "/test"), for: "vault:personal", .always, now: Date())
        }
        #expect(throws: KeychainError(.missingEntitlement, "")) {
            try AgentVaults(agent.pool()).vaultService(named: "personal").item(item.id)
        }
    }

    @Test func recoveryKeyOpensAVaultThatTheAgentHas() throws {
        let agent = try VaultAgent(in: sample.root.path)
        try agent.start(agentDirectory())
        defer { agent.stop() }
        let vaults = try AgentVaults(agent.pool())
        let vault = try vaults.createVault("v", password: sample.password(), derivation: .argon2id)
        let item = try vault.save(.login("Bank"))
        let key = Secret(try vault.makeRecoveryKey())
        #expect(throws: KeychainError(.parameter, "")) {
            try vaults.recoverVault(
                "v", recoveryKey: sample.password("no key"), newPassword: sample.password("new"), derivation: .argon2id)
        }
        try vaults.recoverVault(
            "v", recoveryKey: key.copy(), newPassword: sample.password("new"), derivation: .argon2id)
        // It opens nothing by itself.
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try vault.item(item.id) }
        #expect(throws: KeychainError(.authenticationFailed, "")) { try vault.unlock(sample.password()) }
        try vault.unlock(sample.password("new"))
        #expect(try vault.item(item.id) == item)
    }

    @Test func wrongMasterPasswordsMakeTheNextOneWait() throws {
        let agent = try VaultAgent(in: sample.root.path)
        try agent.start(agentDirectory()) {
            .init(bootID: "boot", bootTime: 1000, wallTime: 1000)
        }
        defer { agent.stop() }
        let vault = try AgentVaults(agent.pool()).createVault("v", password: sample.password(), derivation: .argon2id)
        try vault.lock()
        var tries = 0
        var last: KeychainError?
        while tries < 20, last?.passcodeWasNotChecked != true {
            do {
                try vault.unlock(sample.password("wrong"))
            } catch {
                last = error
            }
            tries += 1
        }
        #expect(last?.passcodeWasNotChecked == true)
        // The right one has to wait as well, and no other vault.
        #expect(throws: KeychainError(.authenticationFailed, "")) { try vault.unlock(sample.password()) }
        let other = try AgentVaults(agent.pool()).createVault("w", password: sample.password(), derivation: .argon2id)
        try other.lock()
        try other.unlock(sample.password())
    }

    @Test(arguments: VaultTransport.allCases) func aVaultThatIsNotThereIsNoticedAtTheLatestByItsFirstUse(
        _ transport: VaultTransport
    ) throws {
        let sample = try VaultSample(transport)
        _ = try sample.create("personal")
        #expect(throws: KeychainError(.noSuchKeychain, "")) {
            try sample.service.vaultService(named: "other").isUnlocked()
        }
        #expect(throws: KeychainError(.noSuchKeychain, "")) { try sample.service.vaultService(named: "other").lock() }
        #expect(throws: KeychainError(.noSuchKeychain, "")) {
            try sample.service.vaultService(named: "other").unlock(sample.password())
        }
    }

    /// More than fits into a socket's buffer.
    @Test func manyTagsComeWhole() throws {
        let sample = try VaultSample(.agent)
        let vault = try sample.create()
        var item = VaultItem.login("Bank")
        item.tags = (0..<60_000).map { "tag \(100_000 + $0)" }
        _ = try vault.save(item)
        #expect(try vault.tags() == item.tags)
    }
}
