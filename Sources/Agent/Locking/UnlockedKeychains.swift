import KeychainServices

/// The portable keychains that the agent keeps unlocked, and the timer that locks them after a time without use.
///
/// The agent has their keys and never their files: as a system service it could not open them.
final class UnlockedKeychains: Sendable {
    let table: UnlockedKeyTable
    let timer: Timer

    /// - Parameter table: replaced only in tests.
    init(_ table: UnlockedKeyTable = UnlockedKeyTable()) throws(KeychainError) {
        self.table = table
        timer = try Timer()
    }

    /// Locks those whose time is over, and sets the timer for the next ones.
    func lockExpired() {
        // At least a little: a timer of 0 does not run.
        timer.set(after: table.removeExpired().map { max($0, 1_000_000) } ?? 0)
    }

    /// Handles the event of the timer.
    func timeIsOver() {
        timer.acknowledge()
        lockExpired()
    }
}
