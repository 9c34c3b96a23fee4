import AccountPassword
import Dispatch
import Secrets
import Synchronization
import Testing

/// Answers questions as a test says, and remembers them.
final class Person: Sendable {
    private struct State {
        var answers: [String?]
        var seen: [Question] = []
    }

    private let state: Mutex<State>
    private let waits: Bool
    private let asked = DispatchSemaphore(value: 0)
    private let mayAnswer = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - answers: to what asks for something, one after the other, nil to cancel; after the last one cancels.
    ///   - waits: whether to think until the test lets them answer.
    init(_ answers: String?..., waits: Bool = false) {
        state = Mutex(State(answers: answers))
        self.waits = waits
    }

    /// What was asked and shown.
    var seen: [Question] { state.withLock { $0.seen } }

    var answer: AccountPassword.Conversation { { self.answer(to: $0) } }

    /// Until the person was asked something.
    func waitUntilAsked() throws { try #require(asked.wait(timeout: .now() + 300) == .success) }

    func letAnswer() { mayAnswer.signal() }

    private func answer(to question: Question) -> Answer {
        state.withLock { $0.seen.append(question) }
        guard question.wantsAnswer else { return .proceed }
        asked.signal()
        if waits { mayAnswer.wait() }
        let answer = state.withLock { state in state.answers.isEmpty ? nil : state.answers.removeFirst() }
        guard let answer else { return .cancel }
        return .text(SecretBytes(copying: answer.utf8))
    }
}
