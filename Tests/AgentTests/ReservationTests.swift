import AccessPolicy
import AgentProtocol
import CLinux
import Foundation
import Glibc
import KeychainServices
import ProcessIdentity
import TestSupport
import Testing

@testable import Agent

/// Groups that secured programs reserve: which programs can ask for it, and what others have afterwards. The policy's part is in
/// `ReservedGroupTests`; real marks are in `Tests/SystemService`.
@Suite struct ReservationTests {
    private let directory: TemporaryDirectory
    private let policy: PolicyKeeper
    private let gatekeeper: PolicyGatekeeper

    init() throws {
        directory = try TemporaryDirectory()
        policy = try PolicyKeeper(.inMemory())
        let service = try Keychain.inMemory(accessGroups: AccessGroups(["*"])).service()
        gatekeeper = PolicyGatekeeper(policy, keychain: service, programs: BelongingPrograms(locations: [:]))
    }

    private func program(_ subject: Subject, asks: String?, role: Program.Role = .other) throws -> Program {
        var credentials = clinux_credentials()
        (credentials.pid, credentials.uid) = (getpid(), geteuid())
        var program = Program(
            credentials: ProcessCredentials(credentials), path: try #require(subject.path), subject: subject,
            process: "test", fingerprint: "test", terminal: nil, witness: nil, role: role)
        let list = """
            <plist version="1.0"><dict>
            \(asks.map { "<key>io.github.chatelaine.secured</key>\($0)" } ?? "")
            <key>keychain-access-groups</key><array><string>mail</string></array>
            </dict></plist>
            """
        program.declaration = Declaration(.entitlements, contents: Array(list.utf8))
        return program
    }

    private func admit(_ program: Program, wanted: [String] = []) throws -> Admission {
        try gatekeeper.admit(program, wanted: wanted, token: nil, hasShownPasscode: false)
    }

    private func error(_ body: () throws -> Void) -> KeychainError? { AgentTests.error(of: body) }

    @Test func theFileBesideASecuredProgramReserves() throws {
        let mail = try Subject.secured(path: "/usr/bin/mail")
        let admission = try admit(program(mail, asks: "<true/>"))
        #expect(admission.groups.names == ["mail"] && admission.reservesGroups)
        #expect(policy.document.securedOnly == ["mail"])
        #expect(try !admit(program(mail, asks: "<true/>")).reservesGroups)
        // It has lost its mark, and its file: the error says what to do.
        let refusal = error { _ = try admit(program(mail.withoutMark, asks: nil)) }
        #expect(refusal?.code == .missingEntitlement)
        #expect(refusal?.remedy?.contains("chatelaine apps secure “/usr/bin/mail”") == true)
    }

    @Test func theFileBesideAnotherProgramReservesNothing() throws {
        let mail = try Subject.secured(path: "/usr/bin/mail")
        for asks in ["<false/>", nil] { #expect(try !admit(program(mail, asks: asks)).reservesGroups) }
        #expect(try !admit(program(mail.withoutMark, asks: "<true/>")).reservesGroups)
        #expect(policy.document.securedOnly.isEmpty)
        let unclear = error { _ = try admit(program(mail, asks: "<string>yes</string>")) }
        #expect(unclear?.code == .missingEntitlement && unclear?.reason.contains("neither true nor false") == true)
    }

    @Test func theCommandLineSeesAllButReservedGroups() throws {
        let mail = try Subject.secured(path: "/usr/bin/mail")
        let chatelaine = try program(.system(path: "/usr/bin/chatelaine"), asks: nil, role: .commandLine)
        #expect(try admit(chatelaine, wanted: ["*"]).groups.allows("mail"))
        _ = try admit(program(mail, asks: "<true/>"))
        let groups = try admit(chatelaine, wanted: ["*"]).groups
        #expect(groups.allows("other") && !groups.allows("mail"))
        #expect(error { _ = try admit(chatelaine, wanted: ["mail"]) }?.code == .missingEntitlement)
    }

    /// A program with a share loses it on the connection that it has, and by the count also in a request that is under way.
    @Test func othersLoseTheGroupAtOnce() throws {
        let mail = try Subject.secured(path: "/usr/bin/mail")
        let other = try Subject.system(path: "/usr/bin/other")
        _ = try admit(program(mail.withoutMark, asks: nil))
        try policy.change { document throws(PolicyError) in
            try document.share("mail", with: other, now: Date())
        }
        let service = try Keychain.inMemory(accessGroups: AccessGroups(["*"])).service()
        let admissions = Admissions(gatekeeper, service)
        var session = admissions.makeSession(of: try program(other, asks: nil), wanted: [], token: nil)
        try admissions.admit(&session)
        #expect(session.keychain.accessGroups.allows("mail") && admissions.isCurrent(session))
        var secured = admissions.makeSession(of: try program(mail, asks: "<true/>"), wanted: [], token: nil)
        try admissions.admit(&secured)
        #expect(!admissions.isCurrent(session) && session.reservations != admissions.reservationCount)
        try admissions.admit(&session)
        #expect(!session.keychain.accessGroups.allows("mail") && admissions.isCurrent(session))
        #expect(session.reservations == admissions.reservationCount)
    }

    /// A policy that comes with moved keychains would take the place of the one that says so.
    @Test func reservedGroupsKeepAMoveAway() throws {
        #expect(try beginMove("before") == 0)
        _ = try admit(program(.secured(path: "/usr/bin/mail"), asks: "<true/>"))
        #expect(try beginMove("after") == KeychainError.Code.duplicateItem.rawValue)
    }

    /// The status of a move of keychains to an empty service with this policy.
    private func beginMove(_ name: String) throws -> Int32 {
        let agent = try TestAgent(in: TemporaryDirectory(), policy: policy) { [directory] in
            $0.account = try? AccountDirectory(directory(name))
        }
        let begin = WireBeginArrival.with { $0.keychainID = Data(repeating: 1, count: 16) }
        let reply = try agent.welcomedClient().ask(.beginArrival(begin)).reply
        if case .count? = reply.body { return 0 }
        return reply.failure.status
    }

    /// The status of the request at the system service, for a program that owns the group.
    private func reserve(as subject: Subject, _ isReserved: Bool = true) throws -> Int32 {
        var gate = OpenGate()
        (gate.subject, gate.isCommandLine) = (subject, false)
        try policy.change { document throws(PolicyError) in
            try document.apply(document.groups(for: subject, proposed: [TestAgent.group], now: Date()))
        }
        let agent = try TestAgent(in: TemporaryDirectory(), gate: gate, policy: policy) { [directory] in
            $0.account = try? AccountDirectory(directory("account"))
        }
        let request = WireReserveGroup.with { $0.isReserved = isReserved }
        let reply = try agent.welcomedClient().ask(.reserveGroup(request)).reply
        if case .done? = reply.body { return 0 }
        return reply.failure.status
    }

    @Test func theSystemServiceReservesForASecuredProgram() throws {
        let mail = try Subject.secured(path: "/usr/bin/mail")
        let refused = KeychainError.Code.missingEntitlement.rawValue
        #expect(try reserve(as: mail.withoutMark) == refused)
        #expect(try reserve(as: mail) == 0)
        #expect(policy.document.securedOnly == [TestAgent.group])
        #expect(try reserve(as: mail.withoutMark, false) == refused)
        #expect(try reserve(as: .secured(path: "/usr/bin/other"), false) == refused)
        #expect(policy.document.securedOnly == [TestAgent.group])
        #expect(try reserve(as: mail, false) == 0)
        #expect(policy.document.securedOnly.isEmpty)
    }

    /// An agent of a user's own does not know which programs are secured, and says so.
    @Test func anAgentOfAUsersOwnReservesNothing() throws {
        let agent = try TestAgent(in: directory, policy: policy)
        let request = WireReserveGroup.with { ($0.group, $0.isReserved) = (TestAgent.group, true) }
        let failure = try agent.welcomedClient().ask(.reserveGroup(request)).reply.failure
        #expect(failure.status == KeychainError.Code.unimplemented.rawValue)
        #expect(failure.remedy.contains("agent install --system"))
    }

    /// Nor does a process that has the files open itself.
    @Test func aProcessReservesNothing() throws {
        let keychain = try Keychain.inMemory(accessGroups: AccessGroups(["mail"]))
        for refusal in [error { try keychain.reserveGroup() }, error { try keychain.openGroup("mail") }] {
            #expect(refusal?.code == .unimplemented)
        }
    }

    /// Real programs and a real agent.
    @Test func aRealProgramIsTold() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        for verb in ["reserve", "open"] {
            let result = try AgentProcess.run(Built.probe, [verb, "-"], home: agent.home)
            #expect(result.status == 1 && result.text.contains("agent install --system"), "\(result.text)")
        }
    }
}
