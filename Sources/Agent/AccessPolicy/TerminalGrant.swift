/// The user's permission for the command line in one terminal session to see all groups for a limited time.
///
/// It also ends when the keychain is locked and when the session ends; the holder then discards it.
package struct TerminalGrant: Hashable, Sendable {
    /// The terminal session of a process, as the kernel reports it.
    package struct Terminal: Hashable, Sendable {
        /// The user id of the process.
        package let uid: UInt32
        /// The session id: the process id of its leader.
        package let sessionID: Int32
        /// The start time of the leader, in clock ticks since boot: process ids are reused, but not together with a
        /// start time.
        package let leaderStart: UInt64
        /// The device number of the controlling terminal; 0 if there is none.
        package let device: UInt64

        /// Creates a value from the fields of `/proc/PID/stat`.
        package init(uid: UInt32, sessionID: Int32, leaderStart: UInt64, device: UInt64) {
            self.uid = uid
            self.sessionID = sessionID
            self.leaderStart = leaderStart
            self.device = device
        }
    }

    /// The time without a use after which the grant ends, in seconds.
    package static let idleTime = 600.0

    /// The terminal that the grant is for.
    package let terminal: Terminal
    private let lastUse: Double

    /// - Parameter now: `CLOCK_BOOTTIME` in seconds, which also counts while the computer sleeps.
    /// - Returns: `nil` if there is no terminal.
    package init?(_ terminal: Terminal, now: Double) {
        guard terminal.device != 0 else { return nil }
        self.init(terminal: terminal, lastUse: now)
    }

    private init(terminal: Terminal, lastUse: Double) {
        self.terminal = terminal
        self.lastUse = lastUse
    }

    /// Whether the grant applies to a process in `terminal`.
    package func isValid(for terminal: Terminal, now: Double) -> Bool {
        terminal == self.terminal && (0..<Self.idleTime).contains(now - lastUse)
    }

    /// Returns the grant after a use, which restarts its time; `nil` if it had ended.
    package func touched(now: Double) -> TerminalGrant? {
        isValid(for: terminal, now: now) ? TerminalGrant(terminal: terminal, lastUse: now) : nil
    }
}
