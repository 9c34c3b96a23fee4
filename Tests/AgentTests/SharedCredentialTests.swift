import AccessPolicy
import AgentClient
import AgentProtocol
import Dispatch
import Foundation
import KeychainServices
import PasswordVault
import ProcessIdentity
import Synchronization
import TestSupport
import Testing

/// Requests for shared web credentials: the agent decides by the program's entitlements, and a person in the sheet.
@Suite struct SharedCredentialTests {
    private static func list(_ domains: Any) throws -> Declaration {
        let list = ["com.apple.developer.associated-domains": domains]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        return Declaration(.entitlements, contents: Array(data))
    }

    private static let ownDomains = [
        "applinks:links.example", "webcredentials:bank.example", "webcredentials:*.shop.example",
    ]

    /// An agent that takes every program for one with these entitlements.
    private func agent(
        _ declaration: Declaration? = nil, as subject: Subject? = nil, hasVault: Bool = true
    ) throws -> TestAgent {
        let directory = try TemporaryDirectory()
        var gate = OpenGate()
        gate.subject = try subject ?? .system(path: "/test")
        gate.declaration = try declaration ?? Self.list(Self.ownDomains)
        let vaults = VaultDirectory(
            root: KeychainRoot(path: directory("data")), passwordCost: .cheapForTests, actsForAgent: true)
        if hasVault { _ = try vaults.create("personal", password: passcode("seven silly walruses")) }
        return try TestAgent(
            in: directory, gate: gate, vaults: vaults, configure: { $0.replyTime = 3_600_000_000_000 })
    }

    /// A program that waits for its answer, on a thread of its own.
    private final class Asking: Sendable {
        private let ended = DispatchSemaphore(value: 0)
        private let outcome = Mutex<Result<SharedCredential, KeychainError>?>(nil)

        init(_ agent: TestAgent, _ request: SharedCredentialRequest) {
            let path = agent.socketPath
            Thread.detachNewThread { [self] in
                let result = Result { () throws(KeychainError) in try request.login(at: path) }
                outcome.withLock { $0 = result }
                ended.signal()
            }
        }

        /// What it gets; waits for it.
        func login() throws -> SharedCredential {
            try #require(ended.wait(timeout: .now() + 300) == .success)
            return try #require(outcome.withLock { $0 }).get()
        }
    }

    private static func finding(_ domain: String?, account: String? = nil) throws -> SharedCredentialRequest {
        try .finding(domain: domain, account: account)
    }

    private static func adding(_ domain: String, password: String?) throws -> SharedCredentialRequest {
        try .adding(domain: domain, account: "maria", password: password)
    }

    /// What a request is refused with.
    private func code(_ request: SharedCredentialRequest, _ agent: TestAgent) throws -> KeychainError.Code? {
        do throws(KeychainError) {
            _ = try request.login(at: agent.socketPath)
            return nil
        } catch { return error.code }
    }

    private func code(_ domain: String?, _ agent: TestAgent) throws -> KeychainError.Code? {
        try code(Self.finding(domain), agent)
    }

    /// A program that shows sheets.
    private struct Presenter {
        let client: RawClient
        let agent: TestAgent

        init(_ agent: TestAgent) throws {
            client = try agent.welcomedClient()
            self.agent = agent
            try client.send(.prompter(.with { $0.showsSheets = true }), id: 1)
            _ = try client.receive(WireReply.self)
        }

        /// Takes the next sheet.
        func take() throws -> (id: UInt64, task: WireSheetTask, secret: [UInt8], taker: RawClient) {
            while true {
                guard let offer = try client.receive(WireReply.self).questions.sheets.first(where: { !$0.isTaken })
                else { continue }
                let taker = try agent.welcomedClient()
                let (reply, secret) = try taker.ask(.takeSheet(offer.id))
                return (offer.id, reply.sheetTask, secret, taker)
            }
        }
    }

    private static func login(_ account: String, _ password: String, for url: String) -> (
        WirePasswordManagerReply, [UInt8]
    ) {
        var login = WireLoginDetails.with { ($0.username, $0.url) = (account, url) }
        let secret = login.encode(LoginSecrets(password: password.utf8))
        return (.with { $0.login = login }, secret.withUnsafeBytes { Array($0) })
    }

    // MARK: - What a person sees, and what the program gets

    @Test(arguments: ["bank.example", nil]) func theSheetIsForTheWebsiteAndTheProgramGetsWhatWasPicked(domain: String?)
        throws
    {
        let agent = try agent()
        let presenter = try Presenter(agent)
        let program = Asking(agent, try Self.finding(domain, account: "maria"))
        let (id, task, _, taker) = try presenter.take()
        #expect(task.request.operation == .find && task.request.url == "https://bank.example")
        #expect(task.request.details.username == "maria" && task.request.alternatives.isEmpty)
        let (reply, secret) = Self.login("maria", "XQZ7", for: task.request.url)
        _ = try taker.ask(.endSheet(.with { ($0.id, $0.reply) = (id, reply) }), secret: secret)
        let login = try program.login()
        #expect(login.domain == "bank.example" && login.port == nil)
        #expect(login.account == "maria" && login.password == "XQZ7")
    }

    @Test func aPortBelongsToTheAddress() throws {
        let agent = try agent()
        let presenter = try Presenter(agent)
        let program = Asking(agent, try Self.finding("www.shop.example:8443"))
        let (id, task, _, taker) = try presenter.take()
        #expect(task.request.url == "https://www.shop.example:8443")
        let (reply, secret) = Self.login("maria", "", for: task.request.url)
        _ = try taker.ask(.endSheet(.with { ($0.id, $0.reply) = (id, reply) }), secret: secret)
        let login = try program.login()
        #expect(login.domain == "www.shop.example" && login.port == 8443 && login.password.isEmpty)
    }

    @Test func whatIsStoredIsShownFirst() throws {
        let agent = try agent()
        let presenter = try Presenter(agent)
        let program = Asking(agent, try Self.adding("bank.example", password: "XQZ7"))
        let (id, task, secret, taker) = try presenter.take()
        #expect(task.request.operation == .store && task.request.url == "https://bank.example")
        #expect(task.request.details.username == "maria" && secret == Array("XQZ7".utf8))
        let refusal = WirePasswordManagerReply.with {
            $0.refusal = .init(.cancelledByUser, "the user has closed the sheet")
        }
        _ = try taker.ask(.endSheet(.with { ($0.id, $0.reply) = (id, refusal) }))
        #expect { try program.login() } throws: { ($0 as? KeychainError)?.code == .userCanceled }
    }

    // MARK: - Programs that ask for what is not theirs

    @Test(arguments: [
        "evil.example", "www.bank.example", "notbank.example", "bank.example.evil.example", "links.example",
        "shop.example",
        "b\u{430}nk.example", "bank.example.", "*.shop.example", "https://bank.example", "bank.example/",
        "@bank.example", ":443",
        "bank.example@evil.example", " ",
    ])
    func aDomainThatTheListLacksShowsNothing(domain: String) throws {
        let agent = try agent()
        #expect(try code(domain, agent) == .missingEntitlement)
        #expect(try code(Self.adding(domain, password: "XQZ7"), agent) == .missingEntitlement)
        #expect(try code(Self.adding(domain, password: nil), agent) == .missingEntitlement)
    }

    /// The control of the tests here: with the right list, only a screen for the sheet is missing.
    @Test func theProgramsOwnDomainsComeAsFarAsTheSheet() throws {
        let agent = try agent()
        for domain in ["bank.example", "BANK.example", "www.shop.example", "bank.example:1"] {
            #expect(try code(domain, agent) == .notAvailable)
        }
    }

    /// A list that is not the program's own: of its interpreter, of a program outside of its sandbox; and what is no list.
    @Test func aListOfAnotherProgramDoesNotCount() throws {
        let list = try Self.list(Self.ownDomains)
        let information = Declaration(.information, contents: list.contents)
        let subjects: [Subject] = [
            .unidentified, try .interpreter(path: "/usr/bin/python3"),
            try .confined(.flatpak, id: "example.Bank", path: "/usr/bin/bank"),
        ]
        for (declaration, subject) in [(information, nil), (.absent, nil)] + subjects.map({ (list, Optional($0)) }) {
            let agent = try agent(declaration, as: subject)
            #expect(try code("bank.example", agent) == .missingEntitlement)
            #expect(try code(nil, agent) == .missingEntitlement)
        }
        // A program of the user's may have a list: a person decides in any case.
        #expect(try code("bank.example", try agent(list, as: .unpinned(path: "/home/u/bank"))) == .notAvailable)
    }

    @Test func aMalformedListGivesNothing() throws {
        for value in [7, true, ["webcredentials:bank.example", 7], ["a": "webcredentials:bank.example"]] as [Any] {
            #expect(try code("bank.example", try agent(Self.list(value))) == .missingEntitlement)
        }
        for domains in [
            [], ["bank.example"], ["webcredentials:"], ["WEBCREDENTIALS:bank.example"], ["webcredentials:*.com"],
        ] {
            #expect(try code("bank.example", try agent(Self.list(domains))) == .missingEntitlement)
        }
        #expect(
            try code("bank.com", try agent(Self.list(["webcredentials:*.com", "webcredentials:com"])))
                == .missingEntitlement)
        #expect(try code("bank.example", try agent(Self.list("webcredentials:bank.example"))) == .notAvailable)
    }

    /// A program that writes the messages itself.
    @Test func noOtherOperationTakesADomain() throws {
        let agent = try agent()
        for operation in [WirePasswordManagerRequest.Operation.change, .fill] {
            var request = WirePasswordManagerRequest.with {
                ($0.operation, $0.url) = (operation, "webcredentials:bank.example")
            }
            request.page.model = Data("{}".utf8)
            let reply = try agent.welcomedClient().ask(.passwordManager(request)).reply
            #expect(reply.failure.status == -50)
        }
    }

    @Test func programsRemoveNothing() throws {
        #expect(try code(Self.adding("bank.example", password: nil), agent()) == .unimplemented)
    }

    @Test(arguments: ["0", "65536", "08443", "443x", "", "-1"]) func aPortIsANumber(port: String) throws {
        #expect(try code("bank.example:\(port)", agent()) == .parameter)
    }

    // MARK: - Sheets that hang, and what is not there

    /// A program that shows sheets and does nothing with them holds back that program, and only it.
    @Test func aSheetThatHangsHoldsBackNothingElse() throws {
        let agent = try agent()
        let presenter = try Presenter(agent)
        let program = Asking(agent, try Self.finding("bank.example"))
        let (_, _, _, taker) = try presenter.take()
        #expect(try code("bank.example", agent) == .notAvailable)
        #expect(try agent.isServing())
        shutdown(taker.descriptor, Int32(SHUT_RDWR))
        #expect { try program.login() } throws: { ($0 as? KeychainError)?.code == .notAvailable }
    }

    @Test func theEndOfTheAgentEndsTheRequest() throws {
        let agent = try agent()
        let presenter = try Presenter(agent)
        let program = Asking(agent, try Self.finding("bank.example"))
        _ = try presenter.take()
        agent.stop()
        #expect { try program.login() } throws: { ($0 as? KeychainError)?.code == .notAvailable }
    }

    /// The status of a device whose AutoFill is switched off.
    @Test func withoutAVaultOrAnAgentThereIsNoManager() throws {
        let agent = try agent(hasVault: false)
        #expect(try code("bank.example", agent) == .init(rawValue: -909))
        #expect(try code("evil.example", agent) == .init(rawValue: -909))
        agent.stop()
        #expect(try code("bank.example", agent) == .init(rawValue: -909))
        for path in [nil, agent.directory("none")] {
            #expect { try Self.finding("bank.example").login(at: path) } throws: {
                ($0 as? KeychainError)?.code.rawValue == -909
            }
        }
    }

    /// An agent that answers with something else.
    @Test func anAnswerThatIsNoneIsAnError() throws {
        let replies: [WirePasswordManagerReply] = [
            .init(), .with { $0.fillPlan = .init() }, .with { $0.otherManager = "toy" }, .with { $0.refusal.code = 8 },
            .with { $0.login.url = "https://bank.example" }, .with { $0.login.passwordLength = 7 },
        ]
        for reply in replies {
            let directory = try TemporaryDirectory()
            let agent = try ScriptedAgent(in: directory) { _, _ in .answer(.passwordManager(reply)) }
            #expect { try Self.finding("bank.example").login(at: agent.socketPath) } throws: {
                ($0 as? KeychainError)?.code == .notAvailable
            }
            _ = withExtendedLifetime(directory) { agent.end() }
        }
    }

    @Test func emptyAndHugeTextsAreNotSent() {
        let huge = String(repeating: "a", count: PasswordManagerLimits.text + 1)
        for (domain, account, password) in [
            ("", "m", "p"), ("d", "", "p"), ("d", "m", ""), (huge, "m", "p"), ("d", huge, "p"), ("d", "m", huge),
        ] {
            #expect(throws: KeychainError(.parameter, "")) {
                try SharedCredentialRequest.adding(domain: domain, account: account, password: password)
            }
        }
        for (domain, account) in [("", nil), (nil, ""), (huge, nil), (nil, huge)] {
            #expect(throws: KeychainError(.parameter, "")) {
                try SharedCredentialRequest.finding(domain: domain, account: account)
            }
        }
    }
}
