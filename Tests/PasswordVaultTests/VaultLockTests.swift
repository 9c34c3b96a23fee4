import Agent
import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import PasswordVault
import Secrets
import Synchronization
import Testing

@testable import VaultClient

/// A lock of a vault wins over everything that was under way when it came.
@Suite struct VaultLockTests {
    /// Calls a function when the agent reads the clock for an attempt or for a finger: the request has come then, and nothing has been
    /// derived yet.
    private final class Interruption: Sendable {
        private let body = Mutex<(@Sendable () -> Void)?>(nil)

        func onNextAttempt(_ new: @escaping @Sendable () -> Void) { body.withLock { $0 = new } }

        private let dated = Mutex<(@Sendable () -> Void)?>(nil)

        /// The same when a change of a vault is dated.
        func onNextDate(_ new: @escaping @Sendable () -> Void) { dated.withLock { $0 = new } }

        var date: @Sendable () -> Date {
            { [self] in
                dated.withLock { $0.take() }?()
                return Date()
            }
        }

        var clocks: PasscodeAttempts.Clocks {
            { [self] in
                body.withLock { $0.take() }?()
                return .init(bootID: "boot", bootTime: 1000, wallTime: 0)
            }
        }
    }

    private let sample: VaultSample
    private let agent: VaultAgent
    private let interruption = Interruption()

    init() throws {
        sample = try VaultSample()
        agent = try VaultAgent(in: sample.root.path)
        agent.program.role = .vaultWindow
    }

    /// Starts the agent with a vault of one item, and returns the vault.
    private func start() throws -> any FingerprintVault {
        try agent.start(
            VaultDirectory(root: sample.root, passwordCost: .cheapForTests, actsForAgent: true),
            clocks: interruption.clocks, reader: ScriptedReader(.matches, .matches))
        _ = try AgentVaults(agent.pool()).createVault("v", password: sample.password(), derivation: .argon2id)
        let vault = try #require(try AgentVaults(agent.pool()).vaultService(named: "v") as? any FingerprintVault)
        _ = try vault.save(.login("Bank"))
        return vault
    }

    /// The vault is not known by its name yet: it is locked with everything else.
    @Test func lockWinsOverAVaultThatIsBeingMade() throws {
        let directory = VaultDirectory(
            root: sample.root, passwordCost: .cheapForTests, actsForAgent: true, clock: interruption.date)
        try agent.start(directory, clocks: interruption.clocks)
        defer { agent.stop() }
        // The header has a date: by then the file is being made, and it has no name.
        interruption.onNextDate { [agent] in try? agent.lock(because: .screen) }
        let vault = try AgentVaults(agent.pool()).createVault(
            "v", password: sample.password(), derivation: .argon2id)
        #expect(try !vault.isUnlocked())
        #expect(throws: Self.locked) { try vault.overviews() }
        #expect(throws: Self.locked) { _ = try vault.save(.login("Bank")) }
        // Nor has the program that made it got anything that outlasts the lock.
        try vault.unlock(sample.password())
        #expect(try vault.overviews().isEmpty)
    }

    /// How the vault gets locked: alone, or with everything else.
    enum Lock: CaseIterable { case vault, all }

    private func lockDuringNextAttempt(_ lock: Lock) throws {
        let other = try AgentVaults(agent.pool()).vaultService(named: "v")
        interruption.onNextAttempt { [agent] in
            switch lock {
            case .vault: try? other.lock()
            case .all: try? agent.lock(because: .screen)
            }
        }
    }

    private static let locked = KeychainError(.interactionNotAllowed, "")

    @Test(arguments: Lock.allCases) func lockWinsOverAMasterPasswordThatIsChecked(lock: Lock) throws {
        let vault = try start()
        defer { agent.stop() }
        try vault.lock()
        try lockDuringNextAttempt(lock)
        #expect(throws: Self.locked) { try vault.unlock(sample.password()) }
        #expect(try !vault.isUnlocked())
        #expect(throws: Self.locked) { try vault.overviews() }
        try vault.unlock(sample.password())
        #expect(try vault.overviews().count == 1)
    }

    @Test(arguments: Lock.allCases) func lockWinsOverAChangeOfTheMasterPassword(lock: Lock) throws {
        let vault = try start()
        defer { agent.stop() }
        try lockDuringNextAttempt(lock)
        try vault.changePassword(
            from: sample.password(), to: sample.password("new password"), derivation: .argon2id, compromised: false)
        #expect(try !vault.isUnlocked())
        #expect(throws: Self.locked) { try vault.overviews() }
        try vault.unlock(sample.password("new password"))
        #expect(try vault.overviews().count == 1)
    }

    @Test(arguments: Lock.allCases) func lockWinsOverAFingerThatIsWaitedFor(lock: Lock) throws {
        let vault = try start()
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        #expect(try vault.fingerprintUnlock() == .ready)
        try lockDuringNextAttempt(lock)
        #expect(throws: Self.locked) { try vault.unlockByFingerprint(FingerprintStop()) }
        #expect(try !vault.isUnlocked())
        try vault.unlockByFingerprint(FingerprintStop())
        #expect(try vault.overviews().count == 1)
    }
}
