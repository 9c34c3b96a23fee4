import Synchronization

/// A cancellation flag of a running evaluation whose result is no longer needed: the context was invalidated, or the task was cancelled.
package final class EvaluationCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var actions: [Int: @Sendable () -> Void] = [:]
        var lastAction = 0
    }

    /// The cancellation of evaluations that this task starts. The `async` form of an evaluation passes it in this way to the other
    /// form, which subclasses may override.
    @TaskLocal static var ofTask: EvaluationCancellation?

    private let state = Mutex(State())

    /// Makes a flag that is not set.
    package init() {}

    /// Whether it was cancelled.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Calls a function that blocks, with an action that wakes it up on cancellation.
    ///
    /// - Parameters:
    ///   - action: called at most once, on the cancelling thread, immediately if already cancelled, and never after this function has
    ///     returned. It must not block, nor use this object.
    ///   - operation: the function; it should check ``isCancelled`` once at its start.
    package func withHandler<Result>(
        onCancel action: @escaping @Sendable () -> Void, _ operation: () throws -> Result
    ) rethrows -> Result {
        let number = add(action)
        defer { state.withLock { $0.actions[number] = nil } }
        return try operation()
    }

    /// Adds an action for the cancellation. If already cancelled, it is called immediately.
    ///
    /// - Returns: the number by which `withHandler` removes it again.
    @discardableResult
    func add(_ action: @escaping @Sendable () -> Void) -> Int {
        state.withLock {
            if $0.isCancelled { action() }
            $0.lastAction += 1
            $0.actions[$0.lastAction] = action
            return $0.lastAction
        }
    }

    /// Cancels. A second call has no effect.
    ///
    /// The actions run under the lock, so that none can run after the end of the operation that it would wake up, when the objects
    /// that it uses may no longer exist.
    package func cancel() {
        state.withLock {
            guard !$0.isCancelled else { return }
            $0.isCancelled = true
            for action in $0.actions.values { action() }
        }
    }
}
