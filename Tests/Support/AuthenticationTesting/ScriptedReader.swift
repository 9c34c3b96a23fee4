import Authentication
import Foundation
import KeychainServices
import Synchronization

/// A reader of fingers that does as a test says, finger by finger.
package final class ScriptedReader: BiometricReader {
    /// What happens at one look for a finger.
    package enum Finger: Sendable {
        case matches
        case mismatches
        /// The person gets advice, and the next of the script happens in the same look.
        case advice(String)
        case fails(AuthenticationError)
        /// No finger is shown; the look ends when it is cancelled.
        case noFinger
        /// As `noFinger`, but when the look is cancelled the reader says that a finger has matched, and what to do with it.
        case matchesTooLate
    }

    private struct State {
        var state: ReaderState
        var script: [Finger]
        package var looks = 0
        var most = 0
        var current = 0
    }
    private let played: Mutex<State>
    /// Called when a look begins, with its number, before anything of the script happens.
    private let onLook: @Sendable (Int) -> Void

    package static let enrolled = Data(repeating: 1, count: 32)
    package static let otherEnrolledSet = Data(repeating: 2, count: 32)

    /// - Parameter script: what happens look by look; after that no finger is shown.
    package init(
        _ script: Finger..., enrolled state: ReaderState = .ready(enrolled),
        onLook: (@Sendable (Int) -> Void)? = nil
    ) {
        played = Mutex(State(state: state, script: script))
        self.onLook = onLook ?? { _ in }
    }

    /// Changes what is enrolled, or whether there is a reader.
    package func become(_ new: ReaderState) { played.withLock { $0.state = new } }

    package func add(_ fingers: Finger...) { played.withLock { $0.script += fingers } }

    /// The number of looks for a finger.
    package var looks: Int { played.withLock { $0.looks } }

    /// The looks that are under way.
    package var current: Int { played.withLock { $0.current } }

    /// The most looks that were under way at the same time.
    package var mostAtOnce: Int { played.withLock { $0.most } }

    package func state() -> ReaderState { played.withLock { $0.state } }

    package func match(
        _ cancellation: AuthenticationCancellation, _ onEvent: (ReaderEvent) -> Void
    ) throws(AuthenticationError) -> Bool {
        let number = played.withLock { state in
            state.looks += 1
            state.current += 1
            state.most = max(state.most, state.current)
            return state.looks
        }
        defer { played.withLock { $0.current -= 1 } }
        onLook(number)
        onEvent(.waiting)
        while true {
            switch played.withLock({ $0.script.isEmpty ? .noFinger : $0.script.removeFirst() }) {
            case .matches: return true
            case .mismatches: return false
            case .advice(let text): onEvent(.retry(text))
            case .fails(let error): throw error
            case .noFinger: throw AuthenticationError(wait(for: cancellation), "called off")
            case .matchesTooLate:
                _ = wait(for: cancellation)
                onEvent(.retry("too late"))
                return true
            }
        }
    }

    private func wait(for cancellation: AuthenticationCancellation) -> AuthenticationError.Code {
        let over = DispatchSemaphore(value: 0)
        cancellation.onCancel { over.signal() }
        over.wait()
        return cancellation.cause ?? .systemCancel
    }
}
