import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Synchronization

/// Counts fingers that were not the right one, for all programs of a user; after five in a row only the passcode helps
/// (keychain-services 10.3). The reader's daemon counts nothing.
package final class BiometryAttempts: Sendable {
    /// Fingers in a row that may be wrong.
    package static let most = 5
    /// Fingers that may be wrong in one prompt.
    package static let mostInPrompt = 3

    private struct State {
        var failures: Int
        /// When a finger matched for a program last, in nanoseconds of the clock that counts sleep.
        var matches: [String: UInt64] = [:]
    }

    private let state: Mutex<State>
    private let store: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - failures: how many there were in a row so far.
    ///   - store: keeps the number, before anybody learns whether the next finger is right.
    package init(failures: Int = 0, store: @escaping @Sendable (Int) -> Void = { _ in }) {
        state = Mutex(State(failures: max(failures, 0)))
        self.store = store
    }

    /// Whether only the passcode helps.
    package var isLockedOut: Bool { state.withLock { $0.failures >= Self.most } }

    /// One more was wrong.
    package func failed() { change { $0 = min($0 + 1, Self.most) } }

    /// One was right.
    ///
    /// - Parameter program: for whom; nothing of it is good for another.
    package func matched(for program: String) {
        change { $0 = 0 }
        state.withLock { state in
            if state.matches.count >= Self.mostPrograms { state.matches = [:] }
            state.matches[program] = Clock.sinceBoot
        }
    }

    /// The passcode was entered.
    package func passcodeWasRight() { change { $0 = 0 } }

    /// Whether a finger has matched for this program in the last `seconds`.
    package func hasMatched(for program: String, within seconds: TimeInterval) -> Bool {
        guard seconds > 0, let last = state.withLock({ $0.matches[program] }) else { return false }
        return Double(Clock.sinceBoot &- last) / 1e9 <= seconds
    }

    /// Forgets when fingers have matched: the keychain has been locked.
    package func forgetMatches() { state.withLock { $0.matches = [:] } }

    private static let mostPrograms = 1024

    private func change(_ body: (inout Int) -> Void) {
        state.withLock { state in
            let before = state.failures
            body(&state.failures)
            // With the lock held: of two changes the later one is to be what is kept.
            if state.failures != before { store(state.failures) }
        }
    }
}
