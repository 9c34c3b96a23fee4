import AccessPolicy
import Agent
import AgentClient
import AgentProtocol
import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import KeyManagement
import Secrets
import Synchronization
import TestSupport
import Testing

/// People show to an agent who they are (keychain-services 10.2, 10.3): what is counted, for whom it is good, when prompts go.
@Suite struct PromptTests {
    // MARK: - The end of the agent

    @Test func theAgentEndsInTimeWhileAPersonIsAsked() throws {
        let (asked, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let agent = try AgentWithReader(ScriptedReader(onLook: { _ in asked.signal() }))
        let keychain = try agent.agent.keychain()
        Thread.detachNewThread {
            #expect(throws: KeychainError.self) {
                try AgentWithReader.show(.biometrics, in: AuthenticationContext(), keychain)
            }
            answered.signal()
        }
        asked.wait()
        let begun = ContinuousClock.now
        agent.agent.stop()
        // It takes two seconds; the rest is for a busy machine.
        #expect(ContinuousClock.now - begun < .seconds(30))
        answered.wait()
    }

    // MARK: - Attempts

    /// The clock stands still, so that a wait never ends.
    private static func stoppingTheClock(_ configuration: inout AgentServer.Configuration) {
        configuration.clocks = { PasscodeThrottle.Clocks(bootID: "boot", bootTime: 1000, wallTime: 1000) }
    }

    @Test func theCountOutlivesTheAgent() throws {
        let reader = ScriptedReader(.mismatches, .mismatches, .mismatches)
        let agent = try AgentWithReader(reader, records: .inMemory())
        try agent.agent.keychain().setPasscode(passcode("1234"))
        #expect(agent.code(of: .biometrics) == .authenticationFailed)
        try agent.restart()
        reader.add(.mismatches, .mismatches, .matches)
        #expect(agent.code(of: .biometrics) == .biometryLockout)
        #expect(reader.looks == 5)
        try agent.restart()
        #expect(agent.code(of: .biometrics) == .biometryLockout)
        let context = AuthenticationContext()
        let factors = try agent.agent.keychain().service().availableFactors(of: context)
        guard case .lockedOut(ScriptedReader.enrolled) = factors.biometry else {
            Issue.record("a program does not learn of the lockout")
            return
        }
        #expect(reader.looks == 5)
        // The passcode ends it, for good.
        #expect(agent.code(of: .deviceOwner) == nil)
        try agent.restart()
        #expect(agent.code(of: .biometrics) == nil)
    }

    @Test func afterAStartOfTheMachineThePasscodeComesFirst() throws {
        let directory = try TemporaryDirectory()
        let root = KeychainRoot(path: directory("data"))
        func open() throws -> Keychain {
            try Keychain(root: root, accessGroups: AccessGroups(["*"]), passcodeCost: .cheapForTests)
        }
        do {
            let first = try open()
            try first.setPasscode(passcode("1234"))
            first.close()
        }
        let reader = ScriptedReader(.matches)
        let agent = try AgentWithReader(reader, open(), in: directory)
        #expect(try agent.agent.served.lockState() == .beforeFirstUnlock)
        #expect(agent.code(of: .biometrics) == .biometryLockout)
        #expect(reader.looks == 0)
        try agent.agent.keychain().unlock(passcode: passcode("1234"))
        #expect(agent.code(of: .biometrics) == nil)
    }

    @Test func tenFailedPromptsAreTheLimit() throws {
        let agent = try AgentWithReader(ScriptedReader())
        agent.person.habits.finger = .cancel
        for _ in 0..<10 { #expect(agent.code(of: .biometrics) == .userCancel) }
        let before = agent.person.answered.count
        let refusal = try #require(error { try agent.show(.biometrics) })
        #expect(refusal.authentication?.code == .systemCancel && refusal.remedy?.isEmpty == false)
        #expect(agent.code(of: .deviceOwner) == .systemCancel)
        #expect(agent.person.answered.count == before)
    }

    /// Only prompts that a user sees count.
    @Test func requestsWithoutAPromptAreNotLimited() throws {
        let reader = ScriptedReader(.matches, enrolled: .notEnrolled)
        let agent = try AgentWithReader(reader)
        for _ in 0..<12 { #expect(agent.code(of: .biometrics) == .biometryNotEnrolled) }
        for _ in 0..<12 { #expect(agent.code(of: .deviceOwner) == .passcodeNotSet) }
        for _ in 0..<12 { #expect(agent.code(of: .companion) == .companionNotAvailable) }
        reader.become(.ready(ScriptedReader.enrolled))
        #expect(agent.code(of: .biometrics) == nil)
    }

    /// Wrong passcodes are counted wherever they are typed.
    @Test func aPasscodeTypedAtAPromptIsCounted() throws {
        let agent = try AgentWithReader(
            ScriptedReader(enrolled: .notEnrolled), records: .inMemory(), configure: Self.stoppingTheClock)
        let keychain = try agent.agent.keychain()
        try keychain.setPasscode(passcode("1234"))
        agent.person.habits.passcode = .type("wrong")
        for _ in 0..<2 { #expect(agent.code(of: .deviceOwner) == .authenticationFailed) }
        let refusal = try #require(error { try keychain.unlock(passcode: passcode("1234")) })
        #expect(refusal.passcodeWasNotChecked && refusal.remedy?.contains("wait") == true)
        // The other way round as well: the right one at a prompt has to wait.
        agent.person.habits.passcode = .type("1234")
        #expect(agent.code(of: .deviceOwner) == .authenticationFailed)
    }

    @Test func theRightOneAtAPromptClearsTheCount() throws {
        let agent = try AgentWithReader(
            ScriptedReader(enrolled: .notEnrolled), records: .inMemory(), configure: Self.stoppingTheClock)
        let keychain = try agent.agent.keychain()
        try keychain.setPasscode(passcode("1234"))
        for _ in 0..<3 {
            for _ in 0..<4 {
                #expect(error { try keychain.unlock(passcode: passcode("wrong")) }?.passcodeWasNotChecked == false)
            }
            #expect(agent.code(of: .deviceOwner) == nil)
        }
    }

    // MARK: - For whom it is good

    @Test func aFingerIsGoodForAWhileUntilTheKeychainLocks() throws {
        let reader = ScriptedReader(.matches, .matches)
        let agent = try AgentWithReader(reader)
        let keychain = try agent.agent.keychain()
        try keychain.setPasscode(passcode("1234"))
        for _ in 0..<3 { try agent.show(.biometrics, reuse: 300) }
        #expect(reader.looks == 1)
        try keychain.lock()
        try keychain.unlock(passcode: passcode("1234"))
        try agent.show(.biometrics, reuse: 300)
        #expect(reader.looks == 2)
    }

    @Test func contextBelongsToItsProcess() throws {
        let process = Mutex("one")
        let agent = try AgentWithReader(ScriptedReader(), process: { process.withLock { $0 } })
        let owner = try agent.agent.welcomedClient()
        let id = try owner.ask(.beginContext(.init())).reply.context.id
        #expect(id != 0)
        func search(_ client: RawClient, _ id: UInt64) throws -> Int32 {
            let search = WireSearch.with {
                $0.query.itemClass = "genp"
                $0.authentication.context = id
            }
            return try client.ask(.search(search)).reply.failure.status
        }
        let same = try agent.agent.welcomedClient()
        #expect(try search(same, id) == 0)
        process.withLock { $0 = "two" }
        let other = try agent.agent.welcomedClient()
        #expect(try search(other, id) == -25293)
        for guess in [1, id ^ 1, .max] as [UInt64] { #expect(try search(other, guess) == -25293) }
        // Nor does anybody evaluate on a connection without a context, or set a password there.
        #expect(try other.ask(.evaluate(.with { $0.policy = 1 })).reply.failure.status == -50)
        #expect(try other.ask(.contextPassword(.with { $0.isSet = true }), secret: [65]).reply.failure.status == -50)
        #expect(try owner.ask(.beginContext(.init())).reply.failure.status == -50)
    }

    @Test func aContextEndsWithItsConnection() throws {
        let agent = try AgentWithReader(ScriptedReader())
        var id: UInt64 = 0
        do {
            let client = try agent.agent.welcomedClient()
            id = try client.ask(.beginContext(.init())).reply.context.id
        }
        let other = try agent.agent.welcomedClient()
        let search = WireSearch.with {
            $0.query.itemClass = "genp"
            $0.authentication.context = id
        }
        // The agent notices the end when it comes to it; then it is the end.
        for _ in 0..<1000 where try other.ask(.search(search)).reply.failure.status == 0 {}
        #expect(try other.ask(.search(search)).reply.failure.status == -25293)
    }

    // MARK: - What is shown, and until when

    @Test func aQuestionNamesTheProgramAsTheAgentKnowsIt() throws {
        let agent = try AgentWithReader(ScriptedReader(), isAttended: false)
        let shown = ShownQuestions(at: agent.agent.socketPath)
        let context = AuthenticationContext()
        let keychain = try agent.agent.keychain()
        let evaluation = Evaluating { try AgentWithReader.show(.biometrics, in: context, keychain) }
        let question = try #require(try shown.wait { !$0.isEmpty }.first)
        #expect(question.subject.path == AgentWithReader.path && question.pid == UInt32(getpid()))
        #expect(question.authentication.kind == .finger && question.authentication.presentation.reason == "open it")
        #expect((1...60).contains(question.remaining))
        context.invalidate()
        #expect(try evaluation.wait()?.authentication?.code == .appCancel)
        agent.agent.stop()
        shown.end()
    }

    /// A reader that takes its time to stop, as some do.
    private final class SlowReader: BiometricReader {
        let mayStop = DispatchSemaphore(value: 0)

        func state() -> ReaderState { .ready(ScriptedReader.enrolled) }

        func match(
            _ cancellation: AuthenticationCancellation, _ onEvent: (ReaderEvent) -> Void
        ) throws(AuthenticationError) -> Bool {
            let isOver = DispatchSemaphore(value: 0)
            cancellation.onCancel { isOver.signal() }
            isOver.wait()
            mayStop.wait()
            throw AuthenticationError(.systemCancel, "called off")
        }
    }

    /// At once, not when the reader has stopped or the user answers.
    @Test func aPromptGoesWhenTheProgramTakesItAway() throws {
        let reader = SlowReader()
        let agent = try AgentWithReader(reader, isAttended: false)
        let shown = ShownQuestions(at: agent.agent.socketPath)
        let context = AuthenticationContext()
        let keychain = try agent.agent.keychain()
        let evaluation = Evaluating { try AgentWithReader.show(.biometrics, in: context, keychain) }
        _ = try shown.wait { !$0.isEmpty }
        context.invalidate()
        // The program has its answer, and the prompt is gone, while the reader is still busy.
        #expect(try evaluation.wait()?.authentication?.code == .appCancel)
        _ = try shown.wait { $0.isEmpty }
        reader.mayStop.signal()
        agent.agent.stop()
        shown.end()
    }

    /// A program that answers single questions can answer the passcode prompt as well, although it is not notified of it.
    @Test func fallbackAsksForThePasscode() throws {
        let looked = DispatchSemaphore(value: 0)
        let reader = ScriptedReader { _ in looked.signal() }
        let agent = try AgentWithReader(reader, isAttended: false)
        let keychain = try agent.agent.keychain()
        try keychain.setPasscode(passcode("1234"))
        let evaluation = Evaluating { try AgentWithReader.show(.deviceOwner, in: .init(), keychain) }
        #expect(looked.wait(timeout: .now() + .seconds(300)) == .success)
        let administration = AgentAdministration(at: agent.agent.socketPath)
        let asked = try #require(try administration.questions().first)
        #expect(asked.authentication.kind == .finger && asked.authentication.offersFallback)
        try administration.answer(asked.id, .fallBack, passcode: SecretBytes(zeros: 0))
        // The evaluation takes the answer when it comes to it.
        var kind = WireAuthenticationPrompt.Kind.finger
        for _ in 0..<10_000 where kind == .finger {
            kind = try #require(try administration.questions().first).authentication.kind
        }
        #expect(kind == .passcode)
        try administration.answer(asked.id, .allowOnce, passcode: passcode("1234"))
        #expect(try evaluation.wait() == nil)
    }

    @Test(arguments: ["context", "item"]) func aPromptGoesWithItsProgram(kind: String) throws {
        let reader = SlowReader()
        let agent = try AgentWithReader(reader, isAttended: false)
        let control = try AccessControl(protection: .always, flags: .biometryAny)
        try agent.agent.keychain().add(
            NewItem(.genericPassword, [.account: "a", .accessControl: .accessControl(control)], data: Data()))
        let shown = ShownQuestions(at: agent.agent.socketPath)
        do {
            let client = try agent.agent.welcomedClient()
            if kind == "context" {
                _ = try client.ask(.beginContext(.init()))
                try client.send(.evaluate(.with { $0.policy = 1 }), id: 2)
            } else {
                try client.send(.search(.with { $0.query.itemClass = "genp" }), id: 2)
            }
            _ = try shown.wait { !$0.isEmpty }
        }
        _ = try shown.wait { $0.isEmpty }
        reader.mayStop.signal()
        agent.agent.stop()
        shown.end()
    }
}

/// An evaluation on a thread of its own.
private final class Evaluating: Sendable {
    private let outcome = Mutex<KeychainError?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Void) {
        Thread.detachNewThread { [self] in
            do { try body() } catch { outcome.withLock { $0 = error as? KeychainError } }
            ended.signal()
        }
    }

    struct Hangs: Error {}

    /// Its error, or nil; a test that hangs should fail instead.
    func wait() throws -> KeychainError? {
        guard ended.wait(timeout: .now() + .seconds(300)) == .success else { throw Hangs() }
        return outcome.withLock { $0 }
    }
}
