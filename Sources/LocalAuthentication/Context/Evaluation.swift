import Dispatch
import Synchronization

/// The function that receives the result of an evaluation.
typealias Reply = @Sendable (Bool, (any Error)?) -> Void

/// One evaluation, which replies exactly once, no matter what ends it.
final class Evaluation: Sendable {
    let cancellation: EvaluationCancellation
    private let reply: Mutex<Reply?>

    init(_ reply: @escaping Reply) {
        self.reply = Mutex(reply)
        cancellation = EvaluationCancellation.ofTask ?? EvaluationCancellation()
        // The reply is sent immediately, although the prompt may take a moment to disappear.
        cancellation.add { [weak self] in self?.end(LAError(AuthenticationFailure(.appCancel))) }
    }

    /// Replies, unless that has already happened.
    ///
    /// - Parameter error: the reason for the failure, or nil for success.
    func end(_ error: (any Error)?) {
        let unanswered = reply.withLock { reply in
            defer { reply = nil }
            return reply
        }
        guard let unanswered else { return }
        // A queue for each reply, because a reply may wait for the reply of another evaluation. A serial queue, because it gets a thread
        // even if the program blocks all threads that concurrent queues share.
        DispatchQueue(label: "io.github.chatelaine.LAContext.reply").async { unanswered(error == nil, error) }
    }
}

/// The unfinished evaluations of a context, and whether new ones are allowed.
final class PendingEvaluations: Sendable {
    private struct State {
        var isInvalidated = false
        var pending: [ObjectIdentifier: Evaluation] = [:]
    }
    private let state = Mutex(State())

    var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    /// Adds an evaluation.
    ///
    /// - Returns: false if the context is invalidated.
    func begin(_ evaluation: Evaluation) -> Bool {
        state.withLock {
            guard !$0.isInvalidated else { return false }
            $0.pending[ObjectIdentifier(evaluation)] = evaluation
            return true
        }
    }

    /// Removes a finished evaluation.
    func end(_ evaluation: Evaluation) { state.withLock { $0.pending[ObjectIdentifier(evaluation)] = nil } }

    /// Cancels all evaluations, and refuses new ones.
    ///
    /// - Returns: false if that has been done before.
    func invalidate() -> Bool {
        let cancelled: [Evaluation]? = state.withLock {
            guard !$0.isInvalidated else { return nil }
            $0.isInvalidated = true
            return Array($0.pending.values)
        }
        cancelled?.forEach { $0.cancellation.cancel() }
        return cancelled != nil
    }
}
