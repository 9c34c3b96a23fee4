import CLinux
import LinuxSupport
import Synchronization

/// A question that a person is asked on a thread of its own, so that whoever waits for the answer can stop waiting.
///
/// An answer that comes after that is wiped.
final class Asking: Sendable {
    private let question: Question
    private let conversation: AccountPassword.Conversation
    private let event: Descriptor
    private let answer = Mutex<Answer?>(nil)

    /// Begins to ask; nil if the process has no descriptor or no thread left.
    static func begin(_ question: Question, _ conversation: @escaping AccountPassword.Conversation) -> Asking? {
        guard let event = Descriptor(clinux_event()) else { return nil }
        let asking = Asking(question, conversation, event)
        return QuietThread.start { asking.ask() } ? asking : nil
    }

    private init(
        _ question: Question, _ conversation: @escaping AccountPassword.Conversation, _ event: consuming Descriptor
    ) {
        self.question = question
        self.conversation = conversation
        self.event = event
    }

    /// Readable once there is an answer.
    var number: Int32 { event.number }

    /// The answer, once.
    func takeAnswer() -> Answer {
        answer.withLock { $0.take() } ?? .cancel
    }

    /// Nobody else needs the lock until the event says that there is an answer.
    private func ask() {
        answer.withLock { $0 = conversation(question) }
        clinux_event_signal(event.number)
    }
}
