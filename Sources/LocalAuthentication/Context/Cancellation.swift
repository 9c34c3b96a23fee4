import Synchronization

/// Tells a running evaluation that nobody waits for it any more: the context was invalidated, or the task was cancelled.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var actions: [Int: @Sendable () -> Void] = [:]
        var lastAction = 0
    }

    /// What ends the evaluations that this task begins: how the `async` form of an evaluation hands it to the other form,
    /// which subclasses may override.
    @TaskLocal static var ofTask: Cancellation?

    private let state = Mutex(State())

    /// Not cancelled yet.
    package init() {}

    /// Whether it has happened.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Runs a function that waits, and something that wakes it up if it is cancelled meanwhile.
    ///
    /// - Parameters:
    ///   - action: runs at most once, on the thread that cancels, at once if it has happened already, and never after this
    ///     function has returned. It must not block, nor use this object.
    ///   - operation: the function; it should look at ``isCancelled`` once when it begins.
    package func withHandler<Result>(
        onCancel action: @escaping @Sendable () -> Void, _ operation: () throws -> Result
    ) rethrows -> Result {
        let number = add(action)
        defer { state.withLock { $0.actions[number] = nil } }
        return try operation()
    }

    /// Adds what is to be done if it is cancelled, at once if it has happened already.
    /// - Returns: by what `withHandler` takes it away again.
    @discardableResult
    func add(_ action: @escaping @Sendable () -> Void) -> Int {
        state.withLock {
            if $0.isCancelled { action() }
            $0.lastAction += 1
            $0.actions[$0.lastAction] = action
            return $0.lastAction
        }
    }

    /// Cancels. A second time changes nothing.
    ///
    /// The actions run under the lock: so they cannot come after the end of the operation that they would wake up, when what
    /// they use may be gone.
    package func cancel() {
        state.withLock {
            guard !$0.isCancelled else { return }
            $0.isCancelled = true
            for action in $0.actions.values { action() }
        }
    }
}
