import Dispatch
import KeychainServices
import Synchronization

/// The prompt of one evaluation, and the events that it receives.
final class PromptSession: Sendable {
    let request: AuthenticationRequest
    let events = EvaluationEventQueue()
    private let prompter: (any Prompter)?
    private struct State: Sendable {
        var open: (any OpenPrompt)?
        var wasTried = false
        var note: String?
    }
    private let state = Mutex(State())
    private let deadline: DispatchTime

    init(_ request: AuthenticationRequest, _ prompter: (any Prompter)?, timeout: DispatchTimeInterval) {
        self.request = request
        self.prompter = prompter
        deadline = .now() + timeout
        request.cancellation.onCancel { [events] in events.post(.cancelled) }
    }

    /// The message of the next prompt.
    var note: String? {
        get { state.withLock { $0.note } }
        set { state.withLock { $0.note = newValue } }
    }

    /// - Parameter isOptional: whether the prompt may remain unseen: a finger needs no typing.
    /// - Throws: `.notInteractive` if the prompt cannot be shown.
    func show(_ prompt: Prompt, isOptional: Bool = false) throws(AuthenticationError) {
        if let open = state.withLock({ $0.open }) {
            // The prompt before may not have been visible, as with a finger.
            guard open.show(prompt) || isOptional else { throw .noPrompter }
            return
        }
        let isFirst = state.withLock { state in
            defer { state.wasTried = true }
            return !state.wasTried
        }
        // If the first prompt was not visible, the next message is not visible either; a secret is worth another
        // attempt.
        if isFirst || !isOptional, let prompter {
            let opened = prompter.open(prompt) { [events] in events.post(.answer($0)) }
            state.withLock { $0.open = opened }
        }
        guard isOptional || state.withLock({ $0.open != nil }) else { throw .noPrompter }
    }

    func next() -> EvaluationEventQueue.Event { events.next(until: deadline) }

    /// - Returns: the typed secret, and a function that reports whether it was right.
    func askForSecret(
        _ prompt: Prompt
    ) throws(AuthenticationError) -> (TypedSecret, @Sendable (AuthenticationError?) -> Void) {
        try show(prompt)
        while true {
            switch next() {
            case .answer(.secret(let typed, let outcome)): return (typed, outcome)
            case .answer(let answer): try check(answer)
            case .cancelled: throw cancellationError
            case .timedOut: throw .noAnswer
            // Late events of the reader.
            case .reader, .match, .turn: continue
            }
        }
    }

    /// - Throws: the error for an answer that ends the evaluation.
    func check(_ answer: PromptAnswer) throws(AuthenticationError) {
        switch answer {
        case .cancel: throw AuthenticationError(.userCancel, "the user cancelled the prompt")
        case .gone(let error): throw error
        case .secret(_, let outcome): outcome(AuthenticationError(.systemCancel, "no input is expected now"))
        case .fallBack: break
        }
    }

    var cancellationError: AuthenticationError {
        let cause = request.cancellation.cause ?? .systemCancel
        return AuthenticationError(
            cause, cause == .appCancel ? "the program cancelled the prompt" : "the prompt was cancelled")
    }

    func close() {
        let open = state.withLock { state in
            defer { state.open = nil }
            return state.open
        }
        open?.close()
    }
}
