import Dispatch
import KeychainServices
import Synchronization

/// A queue of the events of one evaluation, such as a finger, an answer or its end.
final class EvaluationEventQueue: Sendable {
    enum Event: Sendable {
        case answer(PromptAnswer)
        case reader(ReaderEvent)
        /// A finger was matched, or could not be.
        case match(MatchOutcome)
        /// This evaluation has obtained the reader.
        case turn
        case cancelled
        case timedOut
    }

    private let events = Mutex<[Event]>([])
    private let count = DispatchSemaphore(value: 0)

    func post(_ event: Event) {
        events.withLock { $0.append(event) }
        count.signal()
    }

    /// Waits for the next event, until `deadline` at most.
    func next(until deadline: DispatchTime) -> Event {
        guard count.wait(timeout: deadline) == .success else { return .timedOut }
        return events.withLock { $0.removeFirst() }
    }
}

/// The result of matching a finger.
enum MatchOutcome: Sendable {
    case matched
    case mismatched
    case failed(AuthenticationError)
}
