import AuthenticationTesting
import Foundation
import KeychainServices
import TestSupport
import Testing

@testable import AccountPassword
@testable import Authentication

/// Without an agent the setting counts as well: what PAM takes for the password of the account is the passcode
/// (Docs/account-password.md).
@Suite(.enabled(if: Modules.areThere, "needs the package libpam-wrapper"))
struct AccountPasswordSettingTests {
    private let services: PrivateServices

    init() throws {
        services = try PrivateServices.matrix()
        // The real helper, for a PAM service of the test's own.
        let helper = services.path + "/helper"
        try ChildProcess.writeScript(
            "#!/bin/sh\nexec \(BuiltHelper.path) \(PrivateServices.service) \(services.path)\n", to: helper)
        try services.write(
            #"{ "authentication": { "passcode": "pam", "pamHelper": "@/helper" } }"#, to: "configuration.json")
    }

    private var settings: String { services.path + "/configuration.json" }

    private func show(
        _ requirement: AuthenticationRequirement, _ prompter: ScriptedPrompter, passcode: String? = nil
    ) throws(AuthenticationError) -> AuthenticationProof {
        let reader = ScriptedReader(enrolled: .notEnrolled)
        return try ProcessAuthenticator(
            AuthenticationEquipment(reader: reader), terminal: prompter, settings: settings
        ).authenticate(
            AuthenticationRequest(
                requirement: requirement, presentation: .usual, passcode: FakePasscode(passcode),
                cancellation: AuthenticationCancellation()))
    }

    @Test func thePasswordOfTheAccountIsAskedFor() throws {
        let prompter = ScriptedPrompter(typing: "1234", "right")
        let proof = try show(AuthenticationPolicy.deviceOwner.requirement, prompter, passcode: "1234")
        #expect(proof.hasShownPasscode && proof.openingKeys.isEmpty)
        #expect(Set(prompter.kinds) == [.accountPassword])
        #expect(prompter.outcomes == [.authenticationFailed, nil])
    }

    /// PAM's yes opens nothing.
    @Test func keychainsOwnPasscodeIsRequested() throws {
        var requirement = AuthenticationRequirement(.passcode)
        requirement.needsKeychainPasscode = true
        let prompter = ScriptedPrompter(typing: "1234")
        #expect(try show(requirement, prompter, passcode: "1234").hasShownPasscode)
        #expect(prompter.kinds == [.passcode])
    }

    @Test func missingHelperIsReported() throws {
        try services.write(
            #"{ "authentication": { "passcode": "pam", "pamHelper": "@/nothing" } }"#, to: "configuration.json")
        let prompter = ScriptedPrompter(typing: "right")
        do {
            _ = try show(AuthenticationPolicy.deviceOwner.requirement, prompter)
            Issue.record("a prompt was shown")
        } catch {
            #expect(error.code == .systemCancel && error.reason.contains("nothing"))
            #expect(error.remedy?.contains("install") == true)
        }
        #expect(prompter.shown.isEmpty)
    }

    @Test func settingsThatAreNotUnderstoodAreNotIgnored() throws {
        try services.write("{", to: "configuration.json")
        #expect(throws: failure(.systemCancel)) {
            try show(AuthenticationPolicy.deviceOwner.requirement, ScriptedPrompter(typing: "1234"), passcode: "1234")
        }
    }

    // MARK: - Whole programs

    /// A third-party program, in a terminal, without an agent.
    private func run(_ words: String...) throws -> ProbeTerminal {
        try ProbeTerminal(
            [BuiltPrograms.path("agent-probe")] + words,
            variables: ["CHATELAINE_HOME": services.path, "HOME": services.path])
    }

    /// The keychain has no passcode, and needs none.
    @Test func contextAcceptsTheAccountPassword() throws {
        let terminal = try run("evaluate", "2", "open the shop")
        try terminal.expect("Password of your account")
        terminal.type("wrong\n")
        try terminal.expect("not the password")
        terminal.type("right\n")
        try terminal.expect("yes")
        #expect(terminal.wait() == 0)
    }

    @Test func itemOpensWithTheAccountPassword() throws {
        #expect(try run("protect", "userPresence", "mail", "kim", "horse").wait() == 0)
        let terminal = try run("fetch", "mail", "kim", "read the mail")
        try terminal.expect("Password of your account")
        terminal.type("right\n")
        try terminal.expect("horse")
        #expect(terminal.wait() == 0)
    }
}

/// Which program gets what is typed.
@Suite struct PAMHelperLocationTests {
    private let temporary: TemporaryDirectory
    private var directory: String { temporary.path }

    init() throws { temporary = try TemporaryDirectory() }

    /// Something that can be started, in a directory of the test's own.
    private func make(mode: mode_t = 0o755, directoryMode: mode_t = 0o755) throws -> String {
        let path = directory + "/chatelaine-pam-helper"
        try Data().write(to: URL(fileURLWithPath: path))
        try #require(chmod(path, mode) == 0 && chmod(directory, directoryMode) == 0)
        return path
    }

    private func problem(_ body: () throws(PAMHelperLocation.Problem) -> String) -> PAMHelperLocation.Problem? {
        do throws(PAMHelperLocation.Problem) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func theFirstThatIsThereIsTaken() throws {
        let path = try make()
        #expect(try PAMHelperLocation.find(set: path, own: nil, directories: []) == path)
        #expect(try PAMHelperLocation.find(set: nil, own: path, directories: ["/nowhere"]) == path)
        #expect(try PAMHelperLocation.find(set: nil, own: nil, directories: ["/nowhere", directory]) == path)
        // What is set is meant, whatever else there is.
        #expect(
            problem { () throws(PAMHelperLocation.Problem) in
                try PAMHelperLocation.find(set: "/nowhere/helper", own: path, directories: [directory])
            } != nil)
    }

    @Test func missingHelperNamesTheRemedy() throws {
        let problem = try #require(
            problem { () throws(PAMHelperLocation.Problem) in
                try PAMHelperLocation.find(set: nil, own: nil, directories: ["/nowhere"])
            })
        #expect(problem.reason.contains("chatelaine-pam-helper") && problem.remedy.contains("install"))
        let relative = self.problem { () throws(PAMHelperLocation.Problem) in
            try PAMHelperLocation.find(set: "helper", own: nil, directories: [])
        }
        #expect(relative?.reason.contains("authentication.pamHelper") == true)
    }

    @Test(arguments: [(0o775, 0o755), (0o757, 0o755), (0o755, 0o775), (0o755, 0o1777)] as [(mode_t, mode_t)])
    func replaceableHelperIsNotStarted(mode: mode_t, directoryMode: mode_t) throws {
        let path = try make(mode: mode, directoryMode: directoryMode)
        let problem = try #require(
            problem { () throws(PAMHelperLocation.Problem) in
                try PAMHelperLocation.find(set: nil, own: nil, directories: [directory])
            })
        #expect(problem.remedy.contains("chmod go-w"))
        // A link does not make it another's.
        let link = directory + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        defer { unlink(link) }
        #expect(
            self.problem { () throws(PAMHelperLocation.Problem) in
                try PAMHelperLocation.find(set: link, own: nil, directories: [])
            } != nil)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root: gives files away"))
    func helperOfAnotherUserIsNotStarted() throws {
        let path = try make()
        try #require(chown(path, 65534, 65534) == 0)
        let problem = try #require(
            problem { () throws(PAMHelperLocation.Problem) in
                try PAMHelperLocation.find(set: path, own: nil, directories: [])
            })
        #expect(problem.reason.contains("another user"))
    }

    @Test func unusableHelperIsReported() throws {
        let path = try make(mode: 0o644)
        for named in [path, directory] {
            #expect(
                problem { () throws(PAMHelperLocation.Problem) in
                    try PAMHelperLocation.find(set: named, own: nil, directories: [])
                } != nil)
        }
    }
}
