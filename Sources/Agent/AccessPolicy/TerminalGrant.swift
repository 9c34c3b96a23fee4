/// A person's permission for the command line in one terminal session: to see all groups for a while.
///
/// It also ends when the keychain is locked and when the session ends; the holder then drops it.
public struct TerminalGrant: Hashable, Sendable {
    /// The terminal session of a process, as the kernel tells it.
    public struct Terminal: Hashable, Sendable {
        /// Whose it is.
        public let uid: UInt32
        /// The session id: the process id of its leader.
        public let sessionID: Int32
        /// When the leader started, in clock ticks since boot: a process id comes again, both together do not.
        public let leaderStart: UInt64
        /// The device number of the controlling terminal; 0 if there is none.
        public let device: UInt64

        /// What `/proc/PID/stat` says.
        public init(uid: UInt32, sessionID: Int32, leaderStart: UInt64, device: UInt64) {
            self.uid = uid
            self.sessionID = sessionID
            self.leaderStart = leaderStart
            self.device = device
        }
    }

    /// In seconds without a use.
    public static let idleTime = 600.0

    /// For which terminal it is.
    public let terminal: Terminal
    private let lastUse: Double

    /// - Parameter now: `CLOCK_BOOTTIME` in seconds, which goes on while the computer sleeps.
    /// - Returns: nil if there is no terminal.
    public init?(_ terminal: Terminal, now: Double) {
        guard terminal.device != 0 else { return nil }
        self.init(terminal: terminal, lastUse: now)
    }

    private init(terminal: Terminal, lastUse: Double) {
        self.terminal = terminal
        self.lastUse = lastUse
    }

    /// Whether it holds for a process in `terminal`.
    public func isValid(for terminal: Terminal, now: Double) -> Bool {
        terminal == self.terminal && (0..<Self.idleTime).contains(now - lastUse)
    }

    /// The grant after a use, which starts its time anew; nil if it had ended.
    public func touched(now: Double) -> TerminalGrant? {
        isValid(for: terminal, now: now) ? TerminalGrant(terminal: terminal, lastUse: now) : nil
    }
}
