import KeychainServices
import SheetRelay

/// Shows questions of the agent's, one at a time.
@MainActor final class QuestionPresenter {
    /// Takes the answers.
    var relay: PromptRelay?
    private var waiting: [AgentQuestion] = []
    private var shown: QuestionWindow?

    /// Whether nothing is shown, and nothing waits.
    var isEmpty: Bool { shown == nil && waiting.isEmpty }

    /// These wait now: one whose program has gone is taken off the screen, one that says something else by now is changed.
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
                // Until the agent tells of it again, it has been dealt with. A prompt comes again if what was typed was wrong.
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
