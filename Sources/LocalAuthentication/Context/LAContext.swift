import Dispatch
import Synchronization

/// Authenticates the user of the device by fingerprint or passcode.
///
/// The behaviour of each member: Docs/local-authentication.md. Specified in: keychain-services 10.
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

    /// The session that performs evaluations.
    package let session: any AuthenticationSession
    let evaluations = PendingEvaluations()
    private let texts = Mutex(Texts())
    private let findings = Mutex(Findings())
    /// The queue on which evaluations wait for the user, one after the other.
    let queue = DispatchQueue(label: "io.github.chatelaine.LAContext")

    /// Makes a context without authentication results.
    public override init() {
        session = AuthenticationBackends.current.makeSession()
        super.init()
    }

    /// Makes a context over an existing session.
    package init(session: any AuthenticationSession) {
        self.session = session
        super.init()
    }

    deinit { if evaluations.invalidate() { session.invalidate() } }

    /// Whether ``invalidate()`` was called.
    package var isInvalidated: Bool { evaluations.isInvalidated }

    /// Returns the texts of a prompt with this reason. If the reason is empty, ``localizedReason`` is used.
    package func presentation(reason: String) -> PromptTexts {
        texts.withLock {
            PromptTexts(
                reason: reason.isEmpty ? $0.reason : reason, cancelTitle: $0.cancelTitle,
                fallbackTitle: $0.fallbackTitle)
        }
    }

    // Members that can be overridden have to be here, not in extensions: apps override them in their test doubles.
    // `@preconcurrency` is for programs in Swift 5 mode, whose replies may capture non-sendable values.

    /// Returns whether a policy could be evaluated now. Shows no prompt. Sets ``biometryType`` and ``evaluatedPolicyDomainState``.
    ///
    /// - Parameters:
    ///   - policy: the authentication that would be required.
    ///   - error: receives the reason in the domain `LAErrorDomain`, or nil if the policy could be evaluated. May be nil.
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
    ///   - policy: the authentication that is required.
    ///   - localizedReason: the reason, shown to the user. If it is empty, the error is `errSecParam` of the domain
    ///     `NSOSStatusErrorDomain`.
    ///   - reply: called exactly once, on a queue of this module, with true and nil or with false and an ``LAError``.
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

    /// Evaluates a policy. Cancelling the task ends the evaluation, with `appCancel`.
    ///
    /// - Parameters:
    ///   - policy: the authentication that is required.
    ///   - localizedReason: the reason, shown to the user. Must not be empty.
    /// - Returns: true.
    /// - Throws: an ``LAError``, or `errSecParam` for an empty reason.
    @discardableResult
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        try await Self.awaitReply { self.evaluatePolicy(policy, localizedReason: localizedReason, reply: $0) }
    }

    /// Evaluates an access control. Items that have it can then be used with this context without another prompt.
    ///
    /// - Parameters:
    ///   - accessControl: the authentication that is required.
    ///   - operation: the operation for which it is evaluated.
    ///   - localizedReason: the reason, shown to the user. If it is empty, the error is `errSecParam` of the domain
    ///     `NSOSStatusErrorDomain`.
    ///   - reply: called exactly once, on a queue of this module, with true and nil or with false and an ``LAError``.
    @preconcurrency
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        evaluate(localizedReason, reply) { [session] presentation, cancellation in
            session.evaluate(accessControl, for: operation, presentation, cancellation)
        }
    }

    /// Evaluates an access control. Cancelling the task ends the evaluation, with `appCancel`.
    ///
    /// - Parameters:
    ///   - accessControl: the authentication that is required.
    ///   - operation: the operation for which it is evaluated.
    ///   - localizedReason: the reason, shown to the user. Must not be empty.
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

    /// Invalidates the context: a pending evaluation gets `appCancel`, later ones `invalidContext`.
    open func invalidate() { if evaluations.invalidate() { session.invalidate() } }

    /// Sets a credential that is used instead of a prompt, or removes it with nil.
    ///
    /// - Returns: whether it was set or removed; false for a type that is not supported, and after ``invalidate()``.
    @discardableResult
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        !isInvalidated && session.setCredential(credential, type: type)
    }

    /// Whether a credential of this type has been set.
    @discardableResult
    open func isCredentialSet(_ type: LACredentialType) -> Bool { !isInvalidated && session.isCredentialSet(type) }

    /// The title of the fallback button; nil for the usual one, empty for no such button.
    open var localizedFallbackTitle: String? {
        get { texts.withLock { $0.fallbackTitle } }
        set { texts.withLock { $0.fallbackTitle = newValue } }
    }

    /// The title of the cancel button; nil for the usual one.
    open var localizedCancelTitle: String? {
        get { texts.withLock { $0.cancelTitle } }
        set { texts.withLock { $0.cancelTitle = newValue } }
    }

    /// The reason that is shown when an item is used with this context and requires a prompt.
    open var localizedReason: String {
        get { texts.withLock { $0.reason } }
        set { texts.withLock { $0.reason = newValue } }
    }

    /// The time in seconds for which unlocking the device by fingerprint counts in place of a prompt: 0 by default, at most
    /// ``LATouchIDAuthenticationMaximumAllowableReuseDuration``. Values outside of this range are clamped.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
        get { session.allowableReuseDuration }
        set {
            // NaN is not greater than 0 either.
            session.allowableReuseDuration =
                newValue > 0 ? min(newValue, LATouchIDAuthenticationMaximumAllowableReuseDuration) : 0
        }
    }

    /// Whether evaluations that need a prompt fail with `notInteractive`.
    open var interactionNotAllowed: Bool {
        get { session.interactionNotAllowed }
        set { session.interactionNotAllowed = newValue }
    }

    /// Has no effect: the device decides on the number of attempts.
    @available(*, deprecated, message: "It has no effect.")
    open var maxBiometryFailures: NSNumber? {
        get { nil }
        set {}
    }

    /// The kind of biometry; `none` until ``canEvaluatePolicy(_:error:)`` has been called.
    open var biometryType: LABiometryType { findings.withLock { $0.biometryType } }

    /// A hash of the enrolled set, from the last policy that was evaluated or checked. Compare it with one that was stored earlier.
    /// Nil before, and for a policy without biometry.
    open var evaluatedPolicyDomainState: Data? { findings.withLock { $0.domainState } }

    /// The same hash, with those of companion devices.
    open var domainState: LADomainState {
        findings.withLock { LADomainState(LADomainStateBiometry($0.biometryType, stateHash: $0.domainState)) }
    }
}
