import Agent
import AgentClient
import AgentProtocol
import Authentication
import Foundation
import KeychainServices
import KeyManagement
import Secrets
import Synchronization
import TestSupport
import Testing

/// Without a passcode nothing proves who sets one: a person is asked, as far as anything can ask.
@Suite struct OwnerConfirmationTests {
    /// polkit, as far as the agent sees it.
    private final class Owner: OwnerCheck {
        private let outcome: Result<Bool, AuthenticationError>
        let asked = Atomic(0)

        init(_ outcome: Result<Bool, AuthenticationError>) { self.outcome = outcome }

        func confirm(
            _ presentation: AuthenticationPresentation, _ cancellation: AuthenticationCancellation
        ) throws(AuthenticationError) {
            _ = try confirmIfPossible(presentation, cancellation) {}
        }

        func confirmIfPossible(
            _ presentation: AuthenticationPresentation, _ cancellation: AuthenticationCancellation,
            whenAsking: () -> Void
        ) throws(AuthenticationError) -> Bool {
            asked.add(1, ordering: .relaxed)
            return try outcome.get()
        }
    }

    /// - Parameter account: where the system service keeps what is moved to it; nil: the agent is not the service.
    private func agent(_ owner: Owner? = nil, of account: AccountDirectory? = nil) throws -> TestAgent {
        var authenticators = Authenticators()
        if let owner { authenticators.owner = { _ in owner } }
        var gate = OpenGate()
        gate.subject = try .system(path: "/test")
        return try TestAgent(gate: gate, authenticators: authenticators) { $0.account = account }
    }

    /// A prompter that gives each question about the keychain the same answer, until the agent ends.
    private final class Answering: Sendable {
        let asked = Mutex<[WireQuestion.Matter]>([])
        let refusals = Mutex<[KeychainError.Code]>([])
        private let ended = DispatchSemaphore(value: 0)

        init(_ agent: TestAgent, inWindows: Bool, _ verdict: WireQuestionAnswer.Verdict) {
            let isThere = DispatchSemaphore(value: 0)
            let administration = AgentAdministration(at: agent.socketPath)
            Thread.detachNewThread { [self] in
                // A list that was on its way when a question was answered has the question once more.
                var answered: Set<UInt64> = []
                try? administration.showQuestions(.with { $0.showsSheetsInTerminals = inWindows }) { list in
                    isThere.signal()
                    for question in list.questions where answered.insert(question.id).inserted {
                        answer(question, verdict, administration)
                    }
                    return true
                }
                isThere.signal()
                ended.signal()
            }
            isThere.wait()
        }

        private func answer(
            _ question: WireQuestion, _ verdict: WireQuestionAnswer.Verdict, _ administration: AgentAdministration
        ) {
            asked.withLock { $0.append(question.matter) }
            do throws(KeychainError) {
                try administration.answer(question.id, verdict, passcode: SecretBytes(zeros: 0))
            } catch {
                refusals.withLock { $0.append(error.code) }
                try? administration.answer(question.id, .deny, passcode: SecretBytes(zeros: 0))
            }
        }

        /// To be called after the agent has ended.
        func wait() { ended.wait() }
    }

    private func set(_ agent: TestAgent) -> KeychainError? {
        error { try agent.keychain().setPasscode(passcode("a passcode")) }
    }

    private func isSet(_ agent: TestAgent) throws -> Bool { try agent.served.lockState() != .noPasscode }

    // MARK: - Windows

    @Test(arguments: [WireQuestionAnswer.Verdict.deny, .denyAlways, .fallBack, .allowOnce, .allowSession, .allowAlways])
    func windowDecides(verdict: WireQuestionAnswer.Verdict) throws {
        let agent = try agent()
        let person = Answering(agent, inWindows: true, verdict)
        let isYes = [.allowOnce, .allowSession, .allowAlways].contains(verdict)
        #expect(set(agent)?.code == (isYes ? nil : .userCanceled))
        #expect(try isSet(agent) == isYes)
        #expect(person.asked.withLock { $0 } == [.setPasscode])
        agent.stop()
        person.wait()
    }

    @Test func recoveryKeyIsAskedAboutUntilThereIsAPasscode() throws {
        let agent = try agent()
        let person = Answering(agent, inWindows: true, .deny)
        let keychain = try agent.keychain()
        #expect(error { _ = try keychain.makeRecoveryKey() }?.code == .userCanceled)
        #expect(error { try keychain.confirmRecoveryKey(SecretBytes(random: 20)) }?.code == .userCanceled)
        #expect(try !agent.served.status().hasRecoveryKey)
        try agent.served.setPasscode(passcode("a passcode"))
        _ = try keychain.makeRecoveryKey()
        try keychain.confirmRecoveryKey(SecretBytes(random: 20))
        #expect(person.asked.withLock { $0 } == [.makeRecoveryKey, .makeRecoveryKey])
        agent.stop()
        person.wait()
    }

    /// What shows questions in a terminal is not asked: every program can make itself one.
    @Test func terminalsAreNotAsked() throws {
        let agent = try agent()
        let attacker = Answering(agent, inWindows: false, .allowOnce)
        #expect(set(agent) == nil)
        #expect(attacker.asked.withLock { $0 }.isEmpty)
        agent.stop()
        attacker.wait()
    }

    @Test func withAPasscodeNothingIsAsked() throws {
        let agent = try agent()
        let person = Answering(agent, inWindows: true, .deny)
        try agent.served.setPasscode(passcode("first"))
        let keychain = try agent.keychain()
        #expect(set(agent) != nil)
        try keychain.changePasscode(from: passcode("first"), to: passcode("second"))
        #expect(error { try keychain.removePasscode(passcode("first")) }?.code == .authenticationFailed)
        try keychain.removePasscode(passcode("second"))
        #expect(person.asked.withLock { $0 }.isEmpty)
        agent.stop()
        person.wait()
    }

    @Test func withoutAnythingThatAsksItIsAsBefore() throws {
        let agent = try agent()
        #expect(set(agent) == nil)
        #expect(try isSet(agent))
    }

    // MARK: - polkit

    @Test(
        arguments: [
            (.userCancel, .userCanceled), (.authenticationFailed, .authenticationFailed),
            // It is there and can show nothing: that a program has ended what would show it must not help the program.
            (.notInteractive, .notAvailable),
        ] as [(AuthenticationError.Code, KeychainError.Code)])
    func polkitRefuses(code: AuthenticationError.Code, status: KeychainError.Code) throws {
        let agent = try agent(Owner(.failure(AuthenticationError(code, "no"))))
        let person = Answering(agent, inWindows: true, .allowOnce)
        #expect(set(agent)?.code == status)
        #expect(try !isSet(agent))
        #expect(person.asked.withLock { $0 }.isEmpty)
        agent.stop()
        person.wait()
    }

    @Test func polkitAllows() throws {
        let owner = Owner(.success(true))
        let agent = try agent(owner)
        let person = Answering(agent, inWindows: true, .deny)
        #expect(set(agent) == nil)
        #expect(owner.asked.load(ordering: .relaxed) == 1)
        #expect(person.asked.withLock { $0 }.isEmpty)
        agent.stop()
        person.wait()
    }

    @Test func withoutPolkitAWindowIsAsked() throws {
        let agent = try agent(Owner(.success(false)))
        let person = Answering(agent, inWindows: true, .deny)
        #expect(set(agent)?.code == .userCanceled)
        #expect(person.asked.withLock { $0 } == [.setPasscode])
        agent.stop()
        person.wait()
    }

    // MARK: - Keychains that are moved here

    /// What a program says that moves keychains to the service; a program of an attacker's says it with keychains of its own.
    private static let begin = WireRequest.OneOf_Body.beginArrival(
        .with { $0.keychainID = Data(repeating: 1, count: 16) })

    /// An account of the system service, in a directory of the test's.
    private func account(_ directory: TemporaryDirectory) throws -> AccountDirectory {
        try AccountDirectory(directory("users/7001-alice-1-2"))
    }

    /// They bring a passcode, a recovery key and permissions, which the program that moves them can have made up.
    @Test(
        arguments: [
            (.userCancel, .userCanceled), (.authenticationFailed, .authenticationFailed),
            (.notInteractive, .notAvailable),
        ] as [(AuthenticationError.Code, KeychainError.Code)])
    func moveThatPolkitRefusesBringsNothing(code: AuthenticationError.Code, status: KeychainError.Code) throws {
        let directory = try TemporaryDirectory()
        let account = try account(directory)
        let agent = try agent(Owner(.failure(AuthenticationError(code, "no"))), of: account)
        let attacker = try agent.welcomedClient()
        #expect(try attacker.ask(Self.begin).reply.failure.status == status.rawValue)
        #expect(try attacker.ask(.arrivingFile(.with { $0.path = "device.key" })).reply.failure.status == -50)
        #expect(try attacker.ask(.finishArrival(.init())).reply.failure.status == -50)
        #expect(access(account.path + "/incoming", F_OK) != 0)
        // Nothing waits for what was refused.
        try agent.keychain().add("one", "1")
    }

    @Test func moveThatPolkitAllowsBegins() throws {
        let directory = try TemporaryDirectory()
        let owner = Owner(.success(true))
        let agent = try agent(owner, of: account(directory))
        let mover = try agent.welcomedClient()
        #expect(try mover.ask(Self.begin).reply.count.count == 0)
        #expect(owner.asked.load(ordering: .relaxed) == 1)
        // The answer was for one program: another is not let in by it.
        #expect(try agent.welcomedClient().ask(Self.begin).reply.failure.status == -25291)
        #expect(owner.asked.load(ordering: .relaxed) == 1)
    }

    @Test(arguments: [WireQuestionAnswer.Verdict.deny, .allowOnce]) func windowDecidesAboutAMove(
        verdict: WireQuestionAnswer.Verdict
    ) throws {
        let directory = try TemporaryDirectory()
        let agent = try agent(Owner(.success(false)), of: account(directory))
        let person = Answering(agent, inWindows: true, verdict)
        let mover = try agent.welcomedClient()
        // The program hears first that a person is asked.
        #expect(try mover.ask(Self.begin).reply.progress.asksPerson)
        let reply = try mover.receive(WireReply.self)
        #expect(reply.failure.status == (verdict == .deny ? KeychainError.Code.userCanceled.rawValue : 0))
        #expect(person.asked.withLock { $0 } == [.moveKeychains])
        agent.stop()
        person.wait()
    }

    /// What is refused in any case is not asked about, and so gets no dialogue in front of the user.
    @Test func moveIntoAKeychainWithItemsIsNotAskedAbout() throws {
        let directory = try TemporaryDirectory()
        let owner = Owner(.success(true))
        let agent = try agent(owner, of: account(directory))
        try agent.keychain().add("one", "1")
        #expect(try agent.welcomedClient().ask(Self.begin).reply.failure.status == -25299)
        #expect(owner.asked.load(ordering: .relaxed) == 0)
    }

    @Test func withoutAnythingThatAsksAMoveIsAsBefore() throws {
        let directory = try TemporaryDirectory()
        let agent = try agent(Owner(.success(false)), of: account(directory))
        // Nor is the program told that a person is asked: the first answer is that of the move.
        let reply = try agent.welcomedClient().ask(Self.begin).reply
        #expect(reply.body == .count(.init()), "\(reply)")
    }
}
