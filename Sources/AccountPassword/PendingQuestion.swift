import CLinux
import LinuxSupport
import Synchronization

/// A question to the user on a separate thread, so that the thread that waits for the answer can stop waiting.
///
/// An answer that arrives after that is wiped.
final class PendingQuestion: Sendable {
    private let question: Question
    private let conversation: AccountPassword.Conversation
    private let event: Descriptor
    private let answer = Mutex<Answer?>(nil)

    /// Begins to ask; returns `nil` if the process has no descriptor or thread left.
    static func begin(_ question: Question, _ conversation: @escaping AccountPassword.Conversation) -> PendingQuestion?
    {
        guard let event = Descriptor(clinux_event()) else { return nil }
        let asking = PendingQuestion(question, conversation, event)
        return QuietThread.start { asking.ask() } ? asking : nil
    }

    private init(
        _ question: Question, _ conversation: @escaping AccountPassword.Conversation, _ event: consuming Descriptor
    ) {
        self.question = question
        self.conversation = conversation
        self.event = event
    }

    /// The event's descriptor, readable when there is an answer.
    var number: Int32 { event.number }

    /// Returns the answer, once.
    func takeAnswer() -> Answer {
        answer.withLock { $0.take() } ?? .cancel
    }

    /// Asks, holding the lock: no other thread needs it until the event signals the answer.
    private func ask() {
        answer.withLock { $0 = conversation(question) }
        clinux_event_signal(event.number)
    }
}
