import Dispatch
import Synchronization

/// What a program is told of an evaluation.
typealias Reply = @Sendable (Bool, (any Error)?) -> Void

/// One evaluation, which is answered exactly once, whoever ends it.
final class Evaluation: Sendable {
    let cancellation: Cancellation
    private let reply: Mutex<Reply?>

    init(_ reply: @escaping Reply) {
        self.reply = Mutex(reply)
        cancellation = Cancellation.ofTask ?? Cancellation()
        // Answered at once. The prompt may need a moment to go.
        cancellation.add { [weak self] in self?.end(LAError(AuthenticationFailure(.appCancel))) }
    }

    /// Answers, if nobody has.
    /// - Parameter error: why it has failed, or nil for success.
    func end(_ error: (any Error)?) {
        let unanswered = reply.withLock { reply in
            defer { reply = nil }
            return reply
        }
        guard let unanswered else { return }
        // A queue for each: a reply may wait for the reply of another evaluation. And a serial one: those get a thread even when
        // the program blocks all that concurrent queues share.
        DispatchQueue(label: "io.github.chatelaine.LAContext.reply").async { unanswered(error == nil, error) }
    }
}

/// The evaluations of a context that are not at their end, and whether there can be more.
final class PendingEvaluations: Sendable {
    private struct State {
        var isInvalidated = false
        var pending: [ObjectIdentifier: Evaluation] = [:]
    }
    private let state = Mutex(State())

    var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    /// Takes an evaluation up.
    /// - Returns: false if the context is invalidated.
    func begin(_ evaluation: Evaluation) -> Bool {
        state.withLock {
            guard !$0.isInvalidated else { return false }
            $0.pending[ObjectIdentifier(evaluation)] = evaluation
            return true
        }
    }

    /// An evaluation is at its end.
    func end(_ evaluation: Evaluation) { state.withLock { $0.pending[ObjectIdentifier(evaluation)] = nil } }

    /// Cancels all, and lets none begin any more.
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
