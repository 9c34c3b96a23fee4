import KeychainServices
import SheetRelay

/// The agent's questions, shown one at a time.
@MainActor final class QuestionPresenter {
    /// The connection to the agent that takes the answers.
    var relay: PromptRelay?
    private var waiting: [AgentQuestion] = []
    private var shown: QuestionWindow?

    /// Whether no question is shown or waiting.
    var isEmpty: Bool { shown == nil && waiting.isEmpty }

    /// Updates the waiting questions. The window of a question whose program has gone is closed; a newer version of a question is shown.
    func show(_ questions: [AgentQuestion]) {
        waiting = questions
        if let shown {
            guard let now = questions.first(where: { $0.id == shown.question.id }) else {
                shown.close()
                self.shown = nil
                return next()
            }
            if now.version != shown.question.version { shown.show(now) }
        }
        next()
    }

    private func next() {
        guard shown == nil, let first = waiting.first else { return }
        let window = QuestionWindow(first) { [weak self] question, answer in self?.send(answer, to: question) }
        shown = window
        window.present()
    }

    private func send(_ answer: AgentQuestion.Answer, to question: AgentQuestion) {
        guard let relay, let window = shown else { return }
        window.isBusy = true
        Task {
            let failure = await Task.detached {
                Self.failure { () throws(KeychainError) in try relay.answer(question, answer) }
            }
            .value
            window.isBusy = false
            guard let failure, failure.code == .authenticationFailed else {
                // A question counts as answered until the agent reports it again. It reports a prompt again if the typed secret was wrong.
                if case .secret = question.kind { return }
                return done(question)
            }
            window.say(failure)
        }
    }

    private nonisolated static func failure(of body: () throws(KeychainError) -> Void) -> KeychainError? {
        do throws(KeychainError) { try body() } catch { return error }
        return nil
    }

    private func done(_ question: AgentQuestion) {
        guard shown?.question.id == question.id else { return }
        waiting.removeAll { $0.id == question.id }
        shown?.close()
        shown = nil
        next()
    }
}
