import AccessPolicy
import Agent
import Authentication
import AuthenticationTesting
import CLinux
import Foundation
import KeychainServices
import PasswordVault
import Testing

@testable import VaultClient

/// Windows of ours with an agent that tells secured programs from others: what they get with their mark, and what without.
@Suite struct SecuredWindowTests {
    private let sample: VaultSample
    private let agent: VaultAgent

    init() throws {
        sample = try VaultSample()
        agent = try VaultAgent(in: sample.root.path)
        agent.program.role = .vaultWindow
    }

    private func start(_ reader: ScriptedReader) throws {
        try agent.start(
            VaultDirectory(root: sample.root, passwordCost: .cheapForTests, actsForAgent: true), reader: reader)
        let vaults = try AgentVaults(agent.pool())
        _ = try vaults.createVault("v", password: sample.password(), derivation: .argon2id)
        let vault = try #require(try vaults.vaultService(named: "v") as? any FingerprintVault)
        try vault.allowFingerprint(sample.password())
        try vault.lock()
    }

    /// A window as the agent sees it from a new connection on.
    private func window(isLookedAtForMark: Bool, isSecured: Bool) throws -> any FingerprintVault {
        (agent.program.isLookedAtForMark, agent.program.isSecured) = (isLookedAtForMark, isSecured)
        return try #require(try AgentVaults(agent.pool()).vaultService(named: "v") as? any FingerprintVault)
    }

    @Test func fingerUnlocksNothingInAWindowWithoutItsMark() throws {
        let reader = ScriptedReader(.matches)
        try start(reader)
        defer { agent.stop() }
        let vault = try window(isLookedAtForMark: true, isSecured: false)
        #expect(try vault.fingerprintUnlock() == .needsPassword)
        let error = #expect(throws: KeychainError.self) { try vault.unlockByFingerprint(FingerprintStop()) }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.reason.contains("“/test” is not secured") == true)
        #expect(reader.looks == 0)
        #expect(try !vault.isUnlocked())
    }

    @Test func itTakesTheMasterPasswordEachTime() throws {
        try start(ScriptedReader())
        defer { agent.stop() }
        let vault = try window(isLookedAtForMark: true, isSecured: false)
        for _ in 1...2 {
            #expect(throws: KeychainError(.interactionNotAllowed, "")) { try vault.save(.login("Bank")) }
            try vault.unlock(sample.password())
            _ = try vault.save(.login("Bank"))
            try vault.lock()
        }
    }

    @Test func fingerUnlocksInASecuredWindow() throws {
        try start(ScriptedReader(.matches))
        defer { agent.stop() }
        let vault = try window(isLookedAtForMark: true, isSecured: true)
        #expect(try vault.fingerprintUnlock() == .ready)
        try vault.unlockByFingerprint(FingerprintStop())
        #expect(try vault.isUnlocked())
    }

    /// An agent of a user's own cannot tell.
    @Test func withAnAgentOfTheUsersTheFilesDecide() throws {
        try start(ScriptedReader(.matches))
        defer { agent.stop() }
        try window(isLookedAtForMark: false, isSecured: false).unlockByFingerprint(FingerprintStop())
    }

    @Test(arguments: Program.Role.allCases, [false, true]) func trustNeedsTheMark(
        role: Program.Role, isLookedAtForMark: Bool
    ) throws {
        let isWindow = role == .sheetWindow || role == .vaultWindow
        for subject in try [Subject.secured(path: "/test"), .system(path: "/test"), .unpinned(path: "/test")] {
            var program = Program(
                credentials: ProcessCredentials(clinux_credentials()), path: "/test", subject: subject, process: "test",
                fingerprint: "test", terminal: nil, witness: nil, role: role)
            program.isLookedAtForMark = isLookedAtForMark
            let isStrong = subject.strength >= (isLookedAtForMark ? .secured : .system)
            #expect(program.isTrustedWindow == (isWindow && isStrong))
            let isExplained = isWindow && isLookedAtForMark && subject.strength < .secured
            #expect((program.reasonAgainstWindow != nil) == isExplained)
        }
    }
}
