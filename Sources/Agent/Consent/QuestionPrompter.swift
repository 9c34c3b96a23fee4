import AccessPolicy
import AgentProtocol
import Authentication
import KeychainServices
import Synchronization

/// Shows prompts as questions, which `chatelaine prompter` and `chatelaine approve` show and answer.
final class QuestionPrompter: Prompter {
    private let questions: Questions
    private let program: Program
    private let asked = Atomic(false)
    private let shown = Mutex<UInt64?>(nil)

    init(questions: Questions, program: Program) {
        self.questions = questions
        self.program = program
    }

    /// The place that the last answer has come from.
    var answeredFrom: PasscodeSource? { shown.withLock { $0 }.flatMap { questions.answeredFrom($0) } }

    /// Whether a question was shown at all.
    var hasAsked: Bool { asked.load(ordering: .relaxed) }

    func open(_ prompt: Prompt, _ answered: @escaping @Sendable (PromptAnswer) -> Void) -> (any OpenPrompt)? {
        guard let id = questions.open(prompt, for: program, answered) else { return nil }
        asked.store(true, ordering: .relaxed)
        shown.withLock { $0 = id }
        return OpenQuestion(questions: questions, id: id)
    }
}

private struct OpenQuestion: OpenPrompt {
    let questions: Questions
    let id: UInt64

    func show(_ prompt: Prompt) -> Bool { questions.show(prompt, at: id) }
    func close() { questions.remove(id) }
}

extension WireAuthenticationPrompt {
    init(_ prompt: Prompt, version: UInt32) {
        self.init()
        kind =
            switch prompt.kind {
            case .finger: .finger
            case .passcode: .passcode
            case .accountPassword: .accountPassword
            case .applicationPassword(isNew: true): .newApplicationPassword
            case .applicationPassword(isNew: false): .applicationPassword
            case .masterPassword: .masterPassword
            }
        presentation = WirePresentation(prompt.presentation)
        message = prompt.message ?? ""
        offersFallback = prompt.offersFallback
        self.version = version
    }
}
