import Dispatch
import Synchronization

/// Asks the person at the device to show who they are: with a finger, or the passcode.
///
/// What each member does here: Docs/local-authentication.md. Specified in: keychain-services 10.
open class LAContext: NSObject, @unchecked Sendable {
    private struct Texts {
        var reason = ""
        var cancelTitle: String?
        var fallbackTitle: String?
    }
    private struct Findings {
        var biometryType = LABiometryType.none
        var domainState: Data?
    }

    /// What does the work.
    package let session: any AuthenticationSession
    let evaluations = PendingEvaluations()
    private let texts = Mutex(Texts())
    private let findings = Mutex(Findings())
    /// Where evaluations wait for the person, one after the other.
    let queue = DispatchQueue(label: "io.github.chatelaine.LAContext")

    /// A context in which nobody has been authenticated.
    public override init() {
        session = AuthenticationBackends.current.makeSession()
        super.init()
    }

    /// A context over a session that is there already.
    package init(session: any AuthenticationSession) {
        self.session = session
        super.init()
    }

    deinit { if evaluations.invalidate() { session.invalidate() } }

    /// Whether ``invalidate()`` has been called.
    package var isInvalidated: Bool { evaluations.isInvalidated }

    /// The texts of a prompt that shows this reason. An empty reason stands for ``localizedReason``.
    package func presentation(reason: String) -> Presentation {
        texts.withLock {
            Presentation(
                reason: reason.isEmpty ? $0.reason : reason, cancelTitle: $0.cancelTitle,
                fallbackTitle: $0.fallbackTitle)
        }
    }

    // Members that can be overridden have to be here, not in extensions: apps override them in the doubles of their tests.
    // `@preconcurrency` for programs in Swift 5 mode, whose replies may capture whatever they like.

    /// Whether a policy could be evaluated now. Shows nothing. Fills ``biometryType`` and ``evaluatedPolicyDomainState``.
    ///
    /// - Parameters:
    ///   - policy: what would have to be shown.
    ///   - error: where to leave why not, in the domain `LAErrorDomain`; gets nil if it could. Or nil.
    @discardableResult
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        guard !isInvalidated else {
            error?.pointee = LAError(AuthenticationFailure(.invalidContext))._nsError
            return false
        }
        let availability = session.availability(of: policy)
        findings.withLock {
            $0.biometryType = availability.biometryType
            $0.domainState = availability.domainState
        }
        error?.pointee = availability.failure.map { LAError($0)._nsError }
        return availability.failure == nil
    }

    /// Evaluates a policy.
    ///
    /// - Parameters:
    ///   - policy: what has to be shown.
    ///   - localizedReason: why, for the person. Must not be empty: then the error is `errSecParam` of the domain
    ///     `NSOSStatusErrorDomain`.
    ///   - reply: is called exactly once, on a queue of ours, with true and nil or with false and an ``LAError``.
    @preconcurrency
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        evaluate(localizedReason, reply) { [self] presentation, cancellation in
            let failure = session.evaluate(policy, presentation, cancellation)
            if failure == nil {
                let state = session.availability(of: policy).domainState
                findings.withLock { $0.domainState = state }
            }
            return failure
        }
    }

    /// Evaluates a policy. The end of the task ends the evaluation, with `appCancel`.
    ///
    /// - Parameters:
    ///   - policy: what has to be shown.
    ///   - localizedReason: why, for the person. Must not be empty.
    /// - Returns: true.
    /// - Throws: an ``LAError``, or `errSecParam` for an empty reason.
    @discardableResult
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        try await Self.awaitReply { self.evaluatePolicy(policy, localizedReason: localizedReason, reply: $0) }
    }

    /// Evaluates an access control. Items that have it can then be used with this context without asking again.
    ///
    /// - Parameters:
    ///   - accessControl: what has to be shown.
    ///   - operation: what for.
    ///   - localizedReason: why, for the person. Must not be empty: then the error is `errSecParam` of the domain
    ///     `NSOSStatusErrorDomain`.
    ///   - reply: is called exactly once, on a queue of ours, with true and nil or with false and an ``LAError``.
    @preconcurrency
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        evaluate(localizedReason, reply) { [session] presentation, cancellation in
            session.evaluate(accessControl, for: operation, presentation, cancellation)
        }
    }

    /// Evaluates an access control. The end of the task ends the evaluation, with `appCancel`.
    ///
    /// - Parameters:
    ///   - accessControl: what has to be shown.
    ///   - operation: what for.
    ///   - localizedReason: why, for the person. Must not be empty.
    /// - Returns: true.
    /// - Throws: an ``LAError``, or `errSecParam` for an empty reason.
    @discardableResult
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
    ) async throws -> Bool {
        try await Self.awaitReply {
            self.evaluateAccessControl(
                accessControl, operation: operation, localizedReason: localizedReason, reply: $0)
        }
    }

    /// Ends the context: a pending evaluation gets `appCancel`, later ones `invalidContext`.
    open func invalidate() { if evaluations.invalidate() { session.invalidate() } }

    /// Sets a credential that is used in place of asking for it, or removes it with nil.
    /// - Returns: whether that was done: not for a type that is not supported, nor after ``invalidate()``.
    @discardableResult
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        !isInvalidated && session.setCredential(credential, type: type)
    }

    /// Whether a credential of this type has been set.
    @discardableResult
    open func isCredentialSet(_ type: LACredentialType) -> Bool { !isInvalidated && session.isCredentialSet(type) }

    /// The title of the button for another way; nil for the usual one, empty for no such button.
    open var localizedFallbackTitle: String? {
        get { texts.withLock { $0.fallbackTitle } }
        set { texts.withLock { $0.fallbackTitle = newValue } }
    }

    /// The title of the button that cancels; nil for the usual one.
    open var localizedCancelTitle: String? {
        get { texts.withLock { $0.cancelTitle } }
        set { texts.withLock { $0.cancelTitle = newValue } }
    }

    /// The reason that is shown when an item is used with this context and needs a person.
    open var localizedReason: String {
        get { texts.withLock { $0.reason } }
        set { texts.withLock { $0.reason = newValue } }
    }

    /// For how long an unlocking of the device by biometry counts in place of a prompt, in seconds: 0, unless set, to
    /// ``LATouchIDAuthenticationMaximumAllowableReuseDuration``. More counts as that, less as 0.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
        get { session.allowableReuseDuration }
        set {
            // No number is not more than 0 either.
            session.allowableReuseDuration =
                newValue > 0 ? min(newValue, LATouchIDAuthenticationMaximumAllowableReuseDuration) : 0
        }
    }

    /// Whether evaluations that would need a person fail with `notInteractive`.
    open var interactionNotAllowed: Bool {
        get { session.interactionNotAllowed }
        set { session.interactionNotAllowed = newValue }
    }

    /// Changes nothing: how many attempts there are is the device's business.
    @available(*, deprecated, message: "It has no effect.")
    open var maxBiometryFailures: NSNumber? {
        get { nil }
        set {}
    }

    /// Which biometry there is; `none` until ``canEvaluatePolicy(_:error:)`` has been called.
    open var biometryType: LABiometryType { findings.withLock { $0.biometryType } }

    /// A hash of the biometry that is enrolled, as of the last policy that could be evaluated or was: compare it with the one
    /// that you have kept. Nil before, and for a policy without biometry.
    open var evaluatedPolicyDomainState: Data? { findings.withLock { $0.domainState } }

    /// The same, and more of it.
    open var domainState: LADomainState {
        findings.withLock { LADomainState(LADomainStateBiometry($0.biometryType, stateHash: $0.domainState)) }
    }
}
