import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Synchronization

/// The count of mismatched fingers, for all programs of a user; after five in a row only the passcode is accepted
/// (keychain-services 10.3). The reader's daemon does not count them.
package final class BiometryAttempts: Sendable {
    /// The number of consecutive mismatches that cause a lockout.
    package static let lockoutLimit = 5
    /// The number of mismatches that end one prompt.
    package static let promptLimit = 3

    private struct State {
        var failures: Int
        /// The time of the last match for each program, in nanoseconds of the clock that includes suspend.
        var matches: [String: UInt64] = [:]
    }

    private let state: Mutex<State>
    private let store: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - failures: the number of consecutive mismatches so far.
    ///   - store: stores the number, before the result of the next finger is reported.
    package init(failures: Int = 0, store: @escaping @Sendable (Int) -> Void = { _ in }) {
        state = Mutex(State(failures: max(failures, 0)))
        self.store = store
    }

    /// Whether only the passcode is accepted.
    package var isLockedOut: Bool { state.withLock { $0.failures >= Self.lockoutLimit } }

    /// Records a mismatch.
    package func failed() { change { $0 = min($0 + 1, Self.lockoutLimit) } }

    /// Records a match.
    ///
    /// - Parameter program: the program that the match is for; it does not count for other programs.
    package func matched(for program: String) {
        change { $0 = 0 }
        state.withLock { state in
            if state.matches.count >= Self.mostPrograms { state.matches = [:] }
            state.matches[program] = Clock.sinceBoot
        }
    }

    /// Records that the passcode was entered, which resets the count.
    package func passcodeWasRight() { change { $0 = 0 } }

    /// Whether a finger has matched for this program in the last `seconds`.
    package func hasMatched(for program: String, within seconds: TimeInterval) -> Bool {
        guard seconds > 0, let last = state.withLock({ $0.matches[program] }) else { return false }
        return Double(Clock.sinceBoot &- last) / 1e9 <= seconds
    }

    /// Forgets the times of matches, because the keychain was locked.
    package func forgetMatches() { state.withLock { $0.matches = [:] } }

    private static let mostPrograms = 1024

    private func change(_ body: (inout Int) -> Void) {
        state.withLock { state in
            let before = state.failures
            body(&state.failures)
            // The lock is held, so that the later of two changes is the one that is kept.
            if state.failures != before { store(state.failures) }
        }
    }
}
