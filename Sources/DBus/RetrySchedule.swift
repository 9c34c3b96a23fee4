/// When a bus that cannot be heard is tried again. Times are microseconds of the monotonic clock.
///
/// A bus that is not there costs nothing: its socket's directories are watched. Two cases remain. A socket exists from bind(2) on,
/// which is seen, but takes connections only from listen(2) on, which is not: a few attempts follow each new socket. And something
/// may answer at the socket that is no working bus: it is tried less and less often.
struct RetrySchedule {
    private static let second: UInt64 = 1_000_000
    private static let settling: [UInt64] = [second / 20, second / 2, 2 * second]
    private static let longestPause = 60 * second
    /// A connection that lasted so long was to a working bus.
    private static let proof = 60 * second

    /// When the next attempt is due; nil: not before something happens.
    private(set) var due: UInt64?
    private var steps: ArraySlice<UInt64> = []
    private var failures = 0

    /// There is a socket that has not been seen before, and nobody answers at it yet.
    mutating func socketAppeared(at now: UInt64) {
        steps = Self.settling[...]
        attemptBegins(at: now)
    }

    /// An attempt is made; it plans the one that follows if this one finds no socket.
    mutating func attemptBegins(at now: UInt64) {
        due = steps.popFirst().map { now &+ $0 }
    }

    /// Somebody answers at the socket.
    mutating func connected() {
        steps = []
        due = nil
    }

    /// An attempt failed, or a connection ended.
    ///
    /// - Parameter start: when the bus began to be heard; nil: it never did.
    mutating func failed(at now: UInt64, heardSince start: UInt64?) {
        if let start, now &- start >= Self.proof { failures = 0 }
        steps = []
        // The first attempt after a good connection follows at once: it finds out that the socket has gone, and then waits.
        due = failures == 0 ? now : now &+ min(Self.second << UInt64(min(failures - 1, 6)), Self.longestPause)
        failures = min(failures + 1, 7)
    }

    /// Nothing will ever come of it.
    mutating func abandon() {
        steps = []
        due = nil
    }
}
