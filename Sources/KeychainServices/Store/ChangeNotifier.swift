import Synchronization

/// Notifies listeners in this process after each write.
final class ChangeNotifier: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: @Sendable () -> Void] = [:]
    }
    private let state = Mutex(State())

    func notify() {
        // Most programs have no listener, and a write should not pay for the copy.
        let listeners = state.withLock { $0.listeners.isEmpty ? [] : Array($0.listeners.values) }
        for listener in listeners { listener() }
    }

    /// Adds a listener that is called after every write of this process until ``remove(_:)``.
    func add(_ listener: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.next += 1
            state.listeners[state.next] = listener
            return state.next
        }
    }

    func remove(_ token: Int) {
        state.withLock { $0.listeners[token] = nil }
    }
}
