/// The schedule of attempts to connect to an unavailable bus. Times are microseconds of the monotonic clock.
///
/// A missing bus needs no timer: its socket's directories are watched. Two cases remain. A socket exists from bind(2) on, which is visible,
/// but accepts connections only from listen(2) on, which is not: a few attempts follow each new socket. And a process may answer at the
/// socket without being a working bus: the pauses between attempts then grow.
struct RetrySchedule {
    private static let second: UInt64 = 1_000_000
    private static let socketRetryDelays: [UInt64] = [second / 20, second / 2, 2 * second]
    private static let longestPause = 60 * second
    /// The duration after which a connection proves that the bus works.
    private static let provenDuration = 60 * second

    /// The time of the next attempt; `nil` if it waits for an event.
    private(set) var due: UInt64?
    private var steps: ArraySlice<UInt64> = []
    private var failures = 0

    /// Records that a new socket has appeared, on which no process may listen yet.
    mutating func socketAppeared(at now: UInt64) {
        steps = Self.socketRetryDelays[...]
        attemptBegins(at: now)
    }

    /// Records the start of an attempt, and schedules the next one in case this one finds no socket.
    mutating func attemptBegins(at now: UInt64) {
        due = steps.popFirst().map { now &+ $0 }
    }

    /// Records that a process answers at the socket.
    mutating func connected() {
        steps = []
        due = nil
    }

    /// Records that an attempt failed, or that a connection ended.
    ///
    /// - Parameter start: the time at which the bus became available; `nil` if it never did.
    mutating func failed(at now: UInt64, availableSince start: UInt64?) {
        if let start, now &- start >= Self.provenDuration { failures = 0 }
        steps = []
        // The first attempt after a good connection follows at once: it finds that the socket has gone, and then waits.
        due = failures == 0 ? now : now &+ min(Self.second << UInt64(min(failures - 1, 6)), Self.longestPause)
        failures = min(failures + 1, 7)
    }

    /// Ends all attempts, because they cannot succeed.
    mutating func abandon() {
        steps = []
        due = nil
    }
}
