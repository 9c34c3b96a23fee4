import LinuxSupport
import Synchronization

/// The open connections.
final class ConnectionTable: Sendable {
    private struct State {
        var next = Poller.firstConnection
        var connections: [Poller.ID: Connection] = [:]
        var shares: ConnectionShares
        /// The times at which slow connections end, in nanoseconds of ``Clock.sinceBoot``.
        var deadlines: [Poller.ID: UInt64] = [:]
    }
    private let state: Mutex<State>

    init(_ limits: ConnectionShares.Limits) { state = Mutex(State(shares: ConnectionShares(limits))) }

    /// Returns a number that no connection has had.
    func makeID() -> Poller.ID {
        state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
    }

    /// Returns a connection that has something to read.
    func take(_ id: Poller.ID) -> Connection? {
        state.withLock { state in
            state.shares.note(id, .busy, now: Clock.sinceBoot)
            return state.connections[id]
        }
    }

    /// Notes the use of a connection since a time, in nanoseconds of ``Clock.sinceBoot``, or from now on.
    func note(_ id: Poller.ID, _ use: ConnectionShares.Use, since time: UInt64? = nil) {
        let now = if let time { time } else { Clock.sinceBoot }
        state.withLock { $0.shares.note(id, use, now: now) }
    }

    var isEmpty: Bool { state.withLock { $0.connections.isEmpty } }
    var count: Int { state.withLock { $0.connections.count } }

    /// Adds a connection if there is room.
    ///
    /// - Returns: whether it was added, and the connection that has to end for that, if any.
    func insert(_ connection: Connection) -> (isAdmitted: Bool, gone: Connection?) {
        state.withLock { state in
            let admission = state.shares.admit(connection.id, of: connection.owner, now: Clock.sinceBoot)
            guard admission != .refused else { return (false, nil) }
            state.connections[connection.id] = connection
            if case .inPlace(let id) = admission { return (true, state.connections[id]) }
            return (true, nil)
        }
    }

    func remove(_ id: Poller.ID) {
        // The connection closes when the last reference goes: not while the lock is held.
        let removed = state.withLock { state -> Connection? in
            state.deadlines[id] = nil
            state.shares.remove(id)
            return state.connections.removeValue(forKey: id)
        }
        withExtendedLifetime(removed) {}
    }

    func removeAll() {
        let all = state.withLock { state in
            defer { state.connections = [:] }
            return state.connections
        }
        for connection in all.values { connection.hangUp() }
    }

    // MARK: - Deadlines

    /// Sets a deadline if the connection has none.
    ///
    /// - Returns: whether it is the only deadline.
    func setDeadline(of id: Poller.ID, _ time: UInt64) -> Bool {
        state.withLock { state in
            guard state.deadlines[id] == nil else { return false }
            state.deadlines[id] = time
            return state.deadlines.count == 1
        }
    }

    func clearDeadline(of id: Poller.ID) { state.withLock { $0.deadlines[id] = nil } }

    /// Ends a connection, also one that waits for memory.
    func hangUp(_ id: Poller.ID) { state.withLock { $0.connections[id] }?.hangUp() }

    /// Ends every connection whose deadline is over.
    ///
    /// - Returns: nanoseconds until the next deadline, or `nil` if there is none.
    func hangUp(after now: UInt64) -> UInt64? {
        let (late, next) = state.withLock { state in
            let late = state.deadlines.filter { $0.value <= now }.keys
            for id in late { state.deadlines[id] = nil }
            return (late.compactMap { state.connections[$0] }, state.deadlines.values.min())
        }
        // One that waits for memory goes on at once, which takes the lock.
        for connection in late { connection.hangUp() }
        return next.map { $0 > now ? $0 - now : 1 }
    }
}
