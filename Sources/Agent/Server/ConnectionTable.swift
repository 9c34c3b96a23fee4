import Synchronization

/// The connections there are.
final class ConnectionTable: Sendable {
    private struct State {
        var next = Poller.firstConnection
        var connections: [Poller.ID: Connection] = [:]
        var ofProcess: [Int32: Int] = [:]
        /// When patience with a connection ends, in nanoseconds of ``bootTime()``.
        var deadlines: [Poller.ID: UInt64] = [:]
    }
    private let state = Mutex(State())

    /// A number that no connection has had.
    func makeID() -> Poller.ID {
        state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
    }

    subscript(id: Poller.ID) -> Connection? { state.withLock { $0.connections[id] } }

    var isEmpty: Bool { state.withLock { $0.connections.isEmpty } }
    var count: Int { state.withLock { $0.connections.count } }

    /// - Returns: false if the process has too many already.
    func insert(_ connection: Connection, mostOfProcess: Int) -> Bool {
        state.withLock { state in
            let count = state.ofProcess[connection.credentials.pid, default: 0]
            guard count < mostOfProcess else { return false }
            state.ofProcess[connection.credentials.pid] = count + 1
            state.connections[connection.id] = connection
            return true
        }
    }

    func remove(_ id: Poller.ID) {
        // The connection closes when the last reference goes: not while the lock is held.
        let removed = state.withLock { state -> Connection? in
            state.deadlines[id] = nil
            guard let connection = state.connections.removeValue(forKey: id) else { return nil }
            let pid = connection.credentials.pid
            let count = state.ofProcess[pid, default: 1] - 1
            state.ofProcess[pid] = count > 0 ? count : nil
            return connection
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

    /// - Returns: whether it is the only deadline.
    func setDeadline(of id: Poller.ID, _ time: UInt64) -> Bool {
        state.withLock { state in
            guard state.deadlines[id] == nil else { return false }
            state.deadlines[id] = time
            return state.deadlines.count == 1
        }
    }

    func clearDeadline(of id: Poller.ID) { state.withLock { $0.deadlines[id] = nil } }

    /// Hangs up on every connection whose deadline is over.
    ///
    /// - Returns: nanoseconds until the next deadline, or nil if there is none.
    func hangUp(after now: UInt64) -> UInt64? {
        state.withLock { state in
            for (id, deadline) in state.deadlines where deadline <= now {
                state.deadlines[id] = nil
                state.connections[id]?.hangUp()
            }
            return state.deadlines.values.min().map { $0 > now ? $0 - now : 1 }
        }
    }
}
