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

/// A vault that a finger unlocks: after its master password, for 14 days, in our own windows, until five fingers were wrong.
@Suite struct FingerprintUnlockTests {
    private final class Clock: Sendable {
        private let seconds = Mutex(1000.0)
        func pass(days: Double) { seconds.withLock { $0 += days * 86_400 } }
        var read: PasscodeAttempts.Clocks {
            { [self] in .init(bootID: "boot", bootTime: seconds.withLock { $0 }, wallTime: 0) }
        }
    }

    private let sample: VaultSample
    private let agent: VaultAgent
    private let clock = Clock()

    init() throws {
        sample = try VaultSample()
        agent = try VaultAgent(in: sample.root.path)
        agent.program.role = .vaultWindow
    }

    private func start(_ reader: ScriptedReader) throws -> any FingerprintVault {
        try agent.start(
            VaultDirectory(root: sample.root, passwordCost: .cheapForTests, actsForAgent: true), clocks: clock.read,
            reader: reader)
        if !sample.directory.names().contains("v") {
            _ = try AgentVaults(agent.pool()).createVault("v", password: sample.password(), derivation: .argon2id)
        }
        return try #require(try AgentVaults(agent.pool()).vaultService(named: "v") as? any FingerprintVault)
    }

    private func expectRefusal(_ vault: any FingerprintVault, _ code: KeychainError.Code = .authenticationFailed) throws
    {
        #expect(throws: KeychainError(code, "")) { try vault.unlockByFingerprint(FingerprintStop()) }
        #expect(try !vault.isUnlocked())
    }

    @Test func fingerUnlocksWhatThePasswordHasOpenedOnce() throws {
        let vault = try start(ScriptedReader(.matches, .matches))
        defer { agent.stop() }
        let item = try vault.save(.login("Bank"))
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try vault.item(item.id) }
        #expect(try vault.fingerprintUnlock() == .ready)
        try vault.unlockByFingerprint(FingerprintStop())
        #expect(try vault.item(item.id) == item)
        // As after every lock, by any program.
        try agent.lock(because: .screen)
        #expect(try !vault.isUnlocked())
        try vault.unlockByFingerprint(FingerprintStop())
        #expect(try vault.item(item.id) == item)
    }

    @Test func itIsOffUntilThePasswordHasAllowedIt() throws {
        let reader = ScriptedReader(.matches)
        let vault = try start(reader)
        defer { agent.stop() }
        try vault.lock()
        #expect(try vault.fingerprintUnlock() == .off)
        try expectRefusal(vault)
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try vault.allowFingerprint(SecretBytes(copying: Array("wrong".utf8)))
        }
        #expect(try vault.fingerprintUnlock() == .off)
        try vault.allowFingerprint(sample.password())
        try vault.refuseFingerprint()
        try vault.lock()
        try expectRefusal(vault)
        // The password unlocks, and brings nothing back.
        try vault.unlock(sample.password())
        try vault.lock()
        try expectRefusal(vault)
        #expect(reader.looks == 0)
    }

    @Test func agentThatHasStartedWantsThePasswordFirst() throws {
        let reader = ScriptedReader(.matches)
        var vault = try start(reader)
        try vault.allowFingerprint(sample.password())
        agent.stop()
        vault = try start(reader)
        defer { agent.stop() }
        #expect(try vault.fingerprintUnlock() == .needsPassword)
        try expectRefusal(vault)
        #expect(reader.looks == 0)
        try vault.unlock(sample.password())
        try vault.lock()
        #expect(try vault.fingerprintUnlock() == .ready)
        try vault.unlockByFingerprint(FingerprintStop())
    }

    @Test func fourteenDaysAfterThePasswordItIsWantedAgain() throws {
        let reader = ScriptedReader(.matches, .matches)
        let vault = try start(reader)
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        clock.pass(days: 13.9)
        // A finger is no password: it begins no new fortnight.
        try vault.unlockByFingerprint(FingerprintStop())
        try vault.lock()
        clock.pass(days: 0.2)
        #expect(try vault.fingerprintUnlock() == .needsPassword)
        try expectRefusal(vault)
        #expect(reader.looks == 1)
    }

    @Test func fiveWrongFingersTakeTheKeyAway() throws {
        let reader = ScriptedReader(.mismatches, .mismatches, .mismatches, .mismatches, .mismatches, .matches)
        let vault = try start(reader)
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        for looks in 1...4 {
            // Each is told at once, so that the window can say so.
            try expectRefusal(vault)
            #expect(try reader.looks == looks && vault.fingerprintUnlock() == .ready)
        }
        try expectRefusal(vault)
        #expect(try vault.fingerprintUnlock() == .needsPassword)
        try expectRefusal(vault)
        #expect(reader.looks == 5)
    }

    @Test func rightFingerResetsTheCount() throws {
        let vault = try start(ScriptedReader(.mismatches, .mismatches, .matches, .mismatches, .mismatches, .mismatches))
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        for _ in 0..<2 { try expectRefusal(vault) }
        try vault.unlockByFingerprint(FingerprintStop())
        try vault.lock()
        for _ in 0..<3 { try expectRefusal(vault) }
        #expect(try vault.fingerprintUnlock() == .ready)
    }

    /// A newly enrolled finger must not open what the owner's finger opened.
    @Test func otherFingersThanBeforeOpenNothing() throws {
        let reader = ScriptedReader(.matches, .matches)
        let vault = try start(reader)
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        // The set of before has been looked at by the time that one finger was.
        try vault.unlockByFingerprint(FingerprintStop())
        try vault.lock()
        reader.become(.ready(ScriptedReader.otherEnrolledSet))
        try expectRefusal(vault)
        #expect(try vault.fingerprintUnlock() == .needsPassword)
    }

    @Test func newPasswordAloneBringsTheFingerBack() throws {
        let vault = try start(ScriptedReader(.matches, .matches))
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        let new = SecretBytes(copying: Array("another one".utf8))
        try vault.changePassword(from: sample.password(), to: new, derivation: .argon2id, compromised: true)
        try vault.lock()
        try vault.unlockByFingerprint(FingerprintStop())
        let key = try vault.makeRecoveryKey()
        try AgentVaults(agent.pool()).recoverVault(
            "v", recoveryKey: key, newPassword: sample.password(), derivation: .argon2id)
        #expect(try vault.fingerprintUnlock() == .needsPassword)
        try expectRefusal(vault)
    }

    /// The agent did not make the change, and has the old key.
    @Test func passwordThatAnotherProcessHasChangedIsNoticed() throws {
        let vault = try start(ScriptedReader(.matches))
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        try sample.directory.vault(named: "v").changePassword(
            from: sample.password(), to: SecretBytes(copying: Array("another one".utf8)))
        try expectRefusal(vault)
    }

    @Test(arguments: [Program.Role.commandLine, .sheetWindow, .other])
    func onlyTheVaultsOwnWindowWaitsForAFinger(role: Program.Role) throws {
        let reader = ScriptedReader(.matches)
        let vault = try start(reader)
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        agent.program.role = role
        let other = try #require(try AgentVaults(agent.pool()).vaultService(named: "v") as? any FingerprintVault)
        #expect(throws: KeychainError(.missingEntitlement, "")) { try other.unlockByFingerprint(FingerprintStop()) }
        #expect(reader.looks == 0)
    }

    @Test func unlocksForTheWindowThatAskedAlone() throws {
        let vault = try start(ScriptedReader(.matches))
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        try vault.unlockByFingerprint(FingerprintStop())
        agent.program.name = "another"
        #expect(try !AgentVaults(agent.pool()).vaultService(named: "v").isUnlocked())
    }

    @Test func waitingIsStoppedAndTheReaderIsFreeAgain() throws {
        let begun = DispatchSemaphore(value: 0)
        let reader = ScriptedReader(.noFinger, .matches) { _ in begun.signal() }
        let vault = try start(reader)
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        let stop = FingerprintStop()
        Thread.detachNewThread {
            begun.wait()
            stop.stop()
        }
        #expect(throws: KeychainError(.userCanceled, "")) { try vault.unlockByFingerprint(stop) }
        try vault.unlockByFingerprint(FingerprintStop())
        #expect(reader.mostAtOnce == 1)
    }

    @Test func withoutAnEnrolledFingerThePasswordIsRequired() throws {
        let reader = ScriptedReader(enrolled: .notEnrolled)
        let vault = try start(reader)
        defer { agent.stop() }
        try vault.allowFingerprint(sample.password())
        try vault.lock()
        try expectRefusal(vault)
        #expect(try vault.fingerprintUnlock() == .needsPassword)
    }
}
