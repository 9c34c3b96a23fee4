import LocalAuthentication
import Synchronization

// A FAKE: stands for the agent, the reader and the person, so that the tests can say what these do. The real ones have
// tests of their own.

/// Gives every context the same session.
struct FakeBackend: AuthenticationBackend {
    let session: FakeSession

    func makeSession() -> any AuthenticationSession { session }
}

/// A session that answers as the test has said.
final class FakeSession: AuthenticationSession {
    /// What the person does.
    enum Person {
        /// Answers at once: nil for success.
        case answers(LAError.Code?)
        /// Waits for ``FakeSession/answer(_:)``, or for the end of the evaluation.
        case waits
        /// Waits for ``FakeSession/answer(_:)`` alone: a reader that hangs.
        case hangs
    }

    struct State {
        var person = Person.answers(nil)
        var availability = Availability(biometryType: .touchID, domainState: Data([1, 2, 3]))
        var credentials: [LACredentialType: Data] = [:]
        var reuse = 0.0
        var notAllowed = false
        var invalidations = 0
        var isEvaluating = false
        var overlapped = false
        var reason: String?
        var answers: [LAError.Code?] = []
    }
    let state = Mutex(State())
    /// The reasons of the evaluations, as they begin.
    private let begun: AsyncStream<PromptTexts>
    private let beginning: AsyncStream<PromptTexts>.Continuation
    private let wake = DispatchSemaphore(value: 0)

    init(_ person: Person = .answers(nil)) {
        (begun, beginning) = AsyncStream.makeStream()
        state.withLock { $0.person = person }
    }

    /// Waits for the next evaluation to begin.
    func nextBegun() async -> PromptTexts? { await begun.first { _ in true } }

    /// What the person or the reader says to the evaluation that waits.
    func answer(_ code: LAError.Code?) {
        state.withLock { $0.answers.append(code) }
        wake.signal()
    }

    func availability(of policy: LAPolicy) -> Availability { state.withLock { $0.availability } }

    func evaluate(
        _ policy: LAPolicy, _ presentation: PromptTexts, _ cancellation: EvaluationCancellation
    ) -> AuthenticationFailure? { evaluate(presentation, cancellation) }

    func evaluate(
        _ control: SecAccessControl, for operation: LAAccessControlOperation, _ presentation: PromptTexts,
        _ cancellation: EvaluationCancellation
    ) -> AuthenticationFailure? { evaluate(presentation, cancellation) }

    private func evaluate(_ presentation: PromptTexts, _ cancellation: EvaluationCancellation) -> AuthenticationFailure?
    {
        let (person, reason) = state.withLock {
            if $0.isEvaluating { $0.overlapped = true }
            $0.isEvaluating = true
            return ($0.person, $0.reason)
        }
        defer { state.withLock { $0.isEvaluating = false } }
        beginning.yield(presentation)
        let code: LAError.Code?
        switch person {
        case .answers(let answer): code = answer
        case .hangs:
            wake.wait()
            code = state.withLock { $0.answers.removeFirst() }
        case .waits:
            code = cancellation.withHandler(onCancel: { [wake] in wake.signal() }) {
                wake.wait()
                return state.withLock { $0.answers.isEmpty ? .appCancel : $0.answers.removeFirst() }
            }
        }
        return code.map { AuthenticationFailure($0, reason) }
    }

    func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        state.withLock { $0.credentials[type] = credential }
        return true
    }
    func isCredentialSet(_ type: LACredentialType) -> Bool { state.withLock { $0.credentials[type] != nil } }

    var allowableReuseDuration: TimeInterval {
        get { state.withLock { $0.reuse } }
        set { state.withLock { $0.reuse = newValue } }
    }
    var interactionNotAllowed: Bool {
        get { state.withLock { $0.notAllowed } }
        set { state.withLock { $0.notAllowed = newValue } }
    }
    func invalidate() { state.withLock { $0.invalidations += 1 } }
}

/// Gathers what programs are told.
final class Replies: Sendable {
    struct Reply: Sendable {
        var success: Bool
        var error: (any Error)?
        var isOnMainThread: Bool
        var code: LAError.Code? { (error as? LAError)?.code }
    }
    private let stream: AsyncStream<Reply>
    private let continuation: AsyncStream<Reply>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// What to give as `reply`.
    var closure: @Sendable (Bool, (any Error)?) -> Void {
        { [continuation] success, error in
            continuation.yield(Reply(success: success, error: error, isOnMainThread: Thread.isMainThread))
        }
    }

    /// The next one.
    func next() async -> Reply? { await stream.first { _ in true } }

    /// What else has come.
    func rest() async -> [Reply] {
        continuation.finish()
        return await stream.reduce(into: []) { $0.append($1) }
    }
}
