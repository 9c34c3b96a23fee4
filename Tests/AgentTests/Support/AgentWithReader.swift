import AccessPolicy
import Agent
import AgentClient
import AgentProtocol
import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import Secrets
import Synchronization
import TestSupport

/// An agent with a reader for fingers, and with a user who answers its questions.
final class AgentWithReader {
    let agent: TestAgent
    let person = ScriptedPerson()
    private var answers: ScriptedAnswers?
    private let isAttended: Bool

    init(
        _ reader: any BiometricReader, _ keychain: Keychain? = nil, in directory: TemporaryDirectory? = nil,
        records: AgentRecords? = nil, isAttended: Bool = true, isCommandLine: Bool = true,
        process: @escaping @Sendable () -> String = { "test" },
        configure: @escaping (inout AgentServer.Configuration) -> Void = { _ in }
    ) throws {
        var authenticators = Authenticators()
        authenticators.reader = reader
        var gate = OpenGate()
        gate.subject = try .system(path: Self.path)
        gate.process = process
        gate.isCommandLine = isCommandLine
        self.isAttended = isAttended
        agent = try TestAgent(
            keychain, in: directory, records: records, gate: gate, authenticators: authenticators, configure: configure)
        if isAttended { answers = try ScriptedAnswers(person, at: agent.socketPath) }
    }

    deinit {
        agent.stop()
        answers?.wait()
    }

    /// What the agent takes every program for.
    static let path = "/test"

    func restart() throws {
        agent.stop()
        answers?.wait()
        try agent.startAgain()
        if isAttended { answers = try ScriptedAnswers(person, at: agent.socketPath) }
    }

    /// Evaluates for a program, in a context of its own if none is given.
    func show(
        _ policy: AuthenticationPolicy, in context: AuthenticationContext = AuthenticationContext(),
        reuse: TimeInterval = 0
    ) throws {
        try Self.show(policy, in: context, reuse: reuse, agent.keychain())
    }

    static func show(
        _ policy: AuthenticationPolicy, in context: AuthenticationContext, reuse: TimeInterval = 0, _ keychain: Keychain
    ) throws {
        context.presentation = AuthenticationPresentation(reason: "open\nit", reuse: reuse)
        try keychain.service().show(.policy(policy), in: context, AuthenticationCancellation())
    }

    /// The code of what an evaluation throws; nil if it succeeds.
    func code(of policy: AuthenticationPolicy) -> AuthenticationError.Code? {
        error { try show(policy) }.map { $0.authentication?.code ?? .init(rawValue: Int($0.code.rawValue)) }
    }
}

/// What an agent shows to those who show questions, one list after another.
final class ShownQuestions: Sendable {
    private let lists = Mutex<[[WireQuestion]]>([])
    private let count = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    struct Never: Error {}

    init(at path: String) {
        let administration = AgentAdministration(at: path)
        Thread.detachNewThread { [self] in
            try? administration.showQuestions { list in
                lists.withLock { $0.append(list.questions) }
                count.signal()
                return true
            }
            ended.signal()
        }
    }

    /// Waits for a list that is as `body` says; a test that hangs should fail instead.
    func wait(until body: ([WireQuestion]) -> Bool) throws -> [WireQuestion] {
        while true {
            guard count.wait(timeout: .now() + .seconds(300)) == .success else { throw Never() }
            let list = lists.withLock { $0.removeFirst() }
            if body(list) { return list }
        }
    }

    /// To be called after the agent has ended.
    func end() { ended.wait() }
}
