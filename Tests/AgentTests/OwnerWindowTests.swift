import AccessPolicy
import AgentProtocol
import CLinux
import Foundation
import Glibc
import KeychainServices
import ProcessIdentity
import Testing

@testable import Agent

/// What the agent gives to the window of the keychains. The window itself is played in `Apps/Tests/KeychainWindowTests`.
@Suite struct OwnerWindowTests {
    private static let wanted = ["chatelaine", "*"]
    private let keychain: Keychain
    private let gatekeeper: PolicyGatekeeper
    private let policy: PolicyKeeper

    init() throws {
        policy = try PolicyKeeper(.inMemory())
        keychain = try Keychain.inMemory(accessGroups: AccessGroups(["*"]))
        gatekeeper = PolicyGatekeeper(
            policy, keychain: try keychain.service(), programs: BelongingPrograms(locations: [:]))
    }

    private func program(
        _ role: Program.Role, _ subject: Subject? = nil, terminal: TerminalGrant.Terminal? = nil
    ) throws -> Program {
        var credentials = clinux_credentials()
        (credentials.pid, credentials.uid) = (getpid(), geteuid())
        let path = "/usr/libexec/chatelaine/\(role == .other ? "other" : role.rawValue)"
        return Program(
            credentials: ProcessCredentials(credentials), path: path, subject: try subject ?? .system(path: path),
            process: "test", fingerprint: "test", terminal: terminal, witness: nil, role: role)
    }

    private func groups(_ program: Program, hasShownPasscode: Bool = false) throws -> AccessGroups {
        try gatekeeper.admit(program, wanted: Self.wanted, token: nil, hasShownPasscode: hasShownPasscode).groups
    }

    @Test func theWindowGetsAllGroupsOnceThePasscodeWasShown() throws {
        let window = try program(.keychainWindow)
        #expect(try groups(window).isWildcard)
        try keychain.setPasscode(SecretBytes(copying: "four silly words".utf8))
        #expect(try !groups(window).isWildcard && groups(window).names.isEmpty)
        let all = try groups(window, hasShownPasscode: true)
        // New items are the command line's.
        #expect(all.isWildcard && all.defaultGroup == "chatelaine")
    }

    @Test func otherProgramsAndAWindowThatTheyCanChangeGetNothing() throws {
        let changeable = try program(.keychainWindow, .unpinned(path: "/srv/kim/chatelaine-keychains"))
        for program in [changeable, try program(.vaultWindow), try program(.sheetWindow), try program(.other)] {
            let refusal = AgentTests.error(of: { _ = try groups(program, hasShownPasscode: true) })
            #expect(refusal?.code == .missingEntitlement)
            #expect(!program.showsEverything)
        }
    }

    @Test func whatIsForSecuredProgramsIsWithheldFromTheWindow() throws {
        let mail = try Subject.secured(path: "/usr/bin/mail")
        try policy.change { document throws(PolicyError) in
            let decision = document.groups(
                for: mail, proposed: ["mail"], now: Date(), isOwners: false, asksForSecured: true)
            try document.apply(decision)
        }
        let all = try groups(program(.keychainWindow))
        #expect(all.allows("wiki") && !all.allows("mail"))
    }

    /// Any program in a terminal can start the window there.
    @Test func thePasscodeOfATerminalDoesNotCountForTheWindow() throws {
        let terminal = TerminalGrant.Terminal(uid: geteuid(), sessionID: 1, leaderStart: 1, device: 1)
        try keychain.setPasscode(SecretBytes(copying: "four silly words".utf8))
        let commandLine = try program(.commandLine, terminal: terminal)
        gatekeeper.grantTerminal(of: commandLine)
        #expect(try gatekeeper.isTrusted(commandLine, hasShownPasscode: false))
        #expect(try !gatekeeper.isTrusted(program(.keychainWindow, terminal: terminal), hasShownPasscode: false))
    }

    @Test func theWindowOpensNoVault() throws { #expect(try !program(.keychainWindow).servesVaults) }

    @Test func theWindowSharesGroupsAndTakesBackAndNothingElse() {
        let pair = WirePolicyChange.Pair.with { ($0.group, $0.path) = ("mail", "/usr/bin/mail") }
        let allowed: [WirePolicyChange.OneOf_Change] = [
            .share(pair), .unshare(pair), .forgetAnswers(pair), .unregister("/usr/bin/mail"),
        ]
        let others: [WirePolicyChange.OneOf_Change] = [
            .register(.init()), .assign(pair), .release("mail"), .accept("/usr/bin/mail"), .trustPath("/srv"),
            .distrustPath("/srv"), .makeToken(.init()), .revokeToken("1"), .askForGroups(true),
        ]
        #expect(allowed.allSatisfy { $0.isForKeychains })
        #expect(!others.contains { $0.isForKeychains })
    }
}
