import AgentProtocol
import Authentication
import KeychainServices
import Synchronization

/// Shows prompts as questions, wherever those are answered: by `chatelaine prompter`, by `chatelaine approve`.
struct QuestionPrompter: Prompter {
    let questions: Questions
    let program: Program

    func open(_ prompt: Prompt, _ answered: @escaping @Sendable (PromptAnswer) -> Void) -> (any OpenPrompt)? {
        questions.open(prompt, for: program, answered).map { OpenQuestion(questions: questions, id: $0) }
    }
}

private struct OpenQuestion: OpenPrompt {
    let questions: Questions
    let id: UInt64

    func show(_ prompt: Prompt) { questions.show(prompt, at: id) }
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
            }
        presentation = WirePresentation(prompt.presentation)
        message = prompt.message ?? ""
        offersFallback = prompt.offersFallback
        self.version = version
    }
}
