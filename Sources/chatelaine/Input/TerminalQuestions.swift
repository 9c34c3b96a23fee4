import AgentClient
import AgentProtocol
import Authentication
import Foundation
import KeychainServices
import Secrets
import Synchronization

/// Questions of the agent's in this terminal, one at a time, as they come.
final class TerminalQuestions: Sendable {
    private struct State {
        var shown: WireQuestion?
        var prompt: (any OpenPrompt)?
    }

    private let agent: AgentAdministration
    private let state = Mutex(State())

    init(_ agent: AgentAdministration) { self.agent = agent }

    /// Runs until the agent ends.
    ///
    /// - Throws: if this program may not show questions, or there is no terminal.
    func run() throws {
        defer { state.withLock { $0.prompt }?.close() }
        try agent.showQuestions { [self] questions in
            try show(questions)
            return true
        }
    }

    private func show(_ questions: [WireQuestion]) throws {
        let (shown, prompt) = state.withLock { ($0.shown, $0.prompt) }
        if let shown, let prompt {
            if let same = questions.first(where: { $0.id == shown.id }) {
                state.withLock { $0.shown = same }
                // What is typed stays where only another question has come or gone.
                if same.authentication.version != shown.authentication.version { prompt.show(Prompt(same)) }
                return
            }
            state.withLock { $0 = State() }
            prompt.close()
        }
        guard let first = questions.first else { return }
        let id = first.id
        guard let opened = TerminalPrompter().open(Prompt(first), { [self] answer in self.answer(answer, id) }) else {
            throw Failure(.usage, "there is no terminal to ask on", remedy: "run it in the foreground of a terminal")
        }
        state.withLock { $0 = State(shown: first, prompt: opened) }
    }

    /// Tells the agent, by a connection of its own: the one that listens only listens.
    private func answer(_ answer: PromptAnswer, _ id: UInt64) {
        Thread.detachNewThread { [self] in
            guard let question = state.withLock({ $0.shown }), question.id == id,
                let agent = try? AgentSession.administration()
            else { return }
            do throws(KeychainError) {
                switch answer {
                case .cancel, .gone: try agent.answer(id, .deny, passcode: SecretBytes(zeros: 0))
                case .fallBack:
                    try agent.answer(
                        id, question.hasAuthentication ? .fallBack : .allowSession, passcode: SecretBytes(zeros: 0))
                case .secret(let typed, _):
                    try agent.answer(
                        id, question.hasAuthentication ? .allowOnce : .allowSession, passcode: typed.bytes)
                }
            } catch {
                // A prompt says itself what was wrong; of other questions it is said here.
                guard !question.hasAuthentication, error.code == .authenticationFailed else { return }
                state.withLock { $0.prompt }?.show(Prompt(question, note: error.reason))
            }
        }
    }
}

extension Prompt {
    /// A question of the agent's, as a terminal shows it.
    ///
    /// - Parameter note: what went wrong so far.
    fileprivate init(_ question: WireQuestion, note: String? = nil) {
        let wire = question.authentication
        var presentation = wire.presentation.decoded
        // The line says it already, with the program in front.
        presentation.reason = ""
        let kind: Kind =
            switch wire.kind {
            case _ where !question.hasAuthentication: question.needsPasscode ? .passcode : .finger
            case .passcode: .passcode
            case .accountPassword: .accountPassword
            case .newApplicationPassword: .applicationPassword(isNew: true)
            case .applicationPassword: .applicationPassword(isNew: false)
            case .finger, .UNRECOGNIZED: .finger
            }
        if !question.hasAuthentication { (presentation.fallbackTitle, presentation.cancelTitle) = ("Allow", "Deny") }
        self.init(kind, presentation)
        offersFallback = question.hasAuthentication ? wire.offersFallback : !question.needsPasscode
        let notes = [
            QuestionText.line(question), QuestionText.sentence(wire.message), QuestionText.sentence(note ?? ""),
        ]
        message = notes.filter { !$0.isEmpty }.joined(separator: "\r\n")
    }
}
