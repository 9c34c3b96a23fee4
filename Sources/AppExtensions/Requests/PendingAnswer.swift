import AgentClient
import Synchronization

/// A pending request: answered exactly once, by the first outcome.
final class PendingAnswer<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, PasswordManagerError>
    /// The work for the answer. Its value is ignored once the request has been cancelled.
    typealias Work = @Sendable (PasswordManagerConnection) async -> Outcome

    private struct State: Sendable {
        var receiver: (@Sendable (Outcome) -> Void)?
        var task: Task<Void, Never>?
        var isCancelled = false
    }
    private let connection = PasswordManagerConnection()
    private let state = Mutex(State())

    /// Begins the work. May be called only once.
    ///
    /// - Parameter receiver: receives the answer.
    func begin(_ work: @escaping Work, _ receiver: @escaping @Sendable (Outcome) -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.receiver = receiver }
            return state.isCancelled
        }
        guard !isCancelled else { return receiver(.failure(.cancelled)) }
        let task = Task.detached { [self] in finish(await work(connection)) }
        state.withLock { state in
            state.task = task
            if state.isCancelled { task.cancel() }
        }
    }

    /// Answers at once, and disconnects, which closes the sheet. Work that does not check for cancellation continues
    /// without effect.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        finish(.failure(.cancelled))
        connection.cancel()
        task?.cancel()
    }

    private func finish(_ outcome: Outcome) {
        let receiver = state.withLock { state in
            defer { state.receiver = nil }
            return state.receiver
        }
        receiver?(outcome)
    }

    /// Runs the work, and cancels it when the task is cancelled.
    ///
    /// - Parameter isolation: the isolation of the caller.
    /// - Throws: the error of the work, or `.cancelledByUser`.
    static func value(
        isolation: isolated (any Actor)?, _ work: @escaping Work
    ) async throws(PasswordManagerError) -> Value {
        let pending = PendingAnswer()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                pending.begin(work) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            pending.cancel()
        }
        return try outcome.get()
    }
}
