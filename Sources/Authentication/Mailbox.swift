import Dispatch
import KeychainServices
import Synchronization

/// What happens around an evaluation, one after another: a finger, a key, the end.
final class Mailbox: Sendable {
    enum Event: Sendable {
        case answer(PromptAnswer)
        case reader(ReaderEvent)
        /// A finger was looked at, or could not be.
        case match(MatchOutcome)
        /// It is this evaluation's turn at the reader.
        case turn
        case cancelled
        case tooLate
    }

    private let events = Mutex<[Event]>([])
    private let count = DispatchSemaphore(value: 0)

    func post(_ event: Event) {
        events.withLock { $0.append(event) }
        count.signal()
    }

    /// Waits for the next event, until `deadline` at most.
    func next(until deadline: DispatchTime) -> Event {
        guard count.wait(timeout: deadline) == .success else { return .tooLate }
        return events.withLock { $0.removeFirst() }
    }
}

/// What became of a finger.
enum MatchOutcome: Sendable {
    case matched
    case mismatched
    case failed(AuthenticationError)
}
