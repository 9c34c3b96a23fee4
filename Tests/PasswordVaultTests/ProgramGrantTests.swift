import AccessPolicy
import Agent
import AgentClient
import AgentProtocol
import Foundation
import KeychainServices
import Secrets
import Testing

@testable import PasswordVault
@testable import VaultClient

/// What programs were granted, as the password manager's window lists it and takes it back.
@Suite struct ProgramGrantTests {
    private let sample: VaultSample
    private let agent: VaultAgent

    init() throws {
        sample = try VaultSample()
        agent = try VaultAgent(in: sample.root.path)
        agent.program.role = .vaultWindow
        try agent.start(VaultDirectory(root: sample.root, passwordCost: .cheapForTests, actsForAgent: true))
        try agent.policy.change { document throws(PolicyError) in
            let mail = try Subject.system(path: "/usr/bin/mail")
            try document.assign("own", to: mail, now: Date())
            try document.share("shared", with: mail, now: Date())
            try document.answer(.allow, to: mail, for: "vault:v", .always, now: Date())
            try document.answer(.deny, to: mail, for: "other", .session("s"), now: Date())
        }
    }

    private var administration: AgentAdministration { AgentAdministration(at: agent.socketPath) }

    private func enterMasterPassword() throws {
        _ = try AgentVaults(agent.pool(), forProcessAlone: true).createVault(
            "v", password: sample.password(), derivation: .argon2id)
    }

    @Test func everythingThatAProgramHasIsListedWithItsReason() throws {
        defer { agent.stop() }
        try enterMasterPassword()
        let programs = try AgentPrograms(administration).all()
        let mail = try #require(programs.first)
        #expect(programs.count == 1)
        #expect(mail.path == "/usr/bin/mail" && mail.strength == "system")
        #expect(mail.grants.map(\.name) == ["own", "shared", "vault:v", "other"])
        #expect(mail.grants.map(\.kind) == [.own, .shared, .allowed, .refused])
        #expect(mail.grants.map(\.vault) == [nil, nil, "v", nil])
        #expect(mail.grants.map(\.isForSession) == [false, false, false, true])
        #expect(mail.grants.map(\.isRevocable) == [false, true, true, true])
        #expect(mail.grants.allSatisfy { abs($0.since?.timeIntervalSinceNow ?? 1000) < 60 })
    }

    @Test func revokedGrantIsGone() throws {
        defer { agent.stop() }
        try enterMasterPassword()
        let programs = AgentPrograms(administration)
        let mail = try #require(try programs.all().first)
        for grant in mail.grants where grant.isRevocable { try programs.revoke(grant, of: mail) }
        #expect(try programs.all().first?.grants.map(\.kind) == [.own])
        #expect(agent.policy.document.allAnswers.isEmpty && agent.policy.document.allShares.isEmpty)
        #expect(throws: KeychainError(.parameter, "")) { try programs.revoke(mail.grants[0], of: mail) }
    }

    @Test func nothingIsListedBeforeTheMasterPasswordWasEntered() throws {
        defer { agent.stop() }
        #expect(throws: KeychainError(.missingEntitlement, "")) { try AgentPrograms(administration).all() }
        try enterMasterPassword()
        try AgentVaults(agent.pool()).vaultService(named: "v").lock()
        #expect(throws: KeychainError(.missingEntitlement, "")) { try AgentPrograms(administration).all() }
    }

    /// The window takes back, and gives nothing.
    @Test func theWindowCannotGrantAccess() throws {
        defer { agent.stop() }
        try enterMasterPassword()
        let pair = WirePolicyChange.Pair.with { ($0.group, $0.path) = ("own", "/usr/bin/other") }
        for change in [WirePolicyChange.OneOf_Change.share(pair), .assign(pair), .release("own"), .askForGroups(true)] {
            #expect(throws: KeychainError(.missingEntitlement, "")) { try administration.change(change) }
        }
    }

    @Test func otherProgramsListNothing() throws {
        defer { agent.stop() }
        try enterMasterPassword()
        for role in [Program.Role.other, .sheetWindow] {
            agent.program.role = role
            #expect(throws: KeychainError(.missingEntitlement, "")) { try AgentPrograms(administration).all() }
        }
    }
}
