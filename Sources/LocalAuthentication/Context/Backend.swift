/// The implementation behind ``LAContext``: the module `SecurityBackend`, which knows the agent and the authenticators.
///
/// As with `Security`, this module must import only modules that need no C module (Docs/decisions/0008).
package protocol AuthenticationBackend: Sendable {
    /// Makes the session of one context. Must be fast, and must not fail: the session's functions report what is missing.
    func makeSession() -> any AuthenticationSession
}

/// The session of one ``LAContext``. All functions may be called from any thread, also while an evaluation runs.
package protocol AuthenticationSession: AnyObject, Sendable {
    /// Finds out whether a policy could be evaluated now. Shows no prompt and does not block.
    func availability(of policy: LAPolicy) -> Availability

    /// Evaluates a policy, and waits for the user as long as that takes. The context calls it on a thread of its own, never twice at a
    /// time. If it is called just after ``invalidate()``, which is possible, the cancellation is already set.
    ///
    /// - Parameters:
    ///   - policy: the authentication that is required.
    ///   - presentation: the texts of the prompt.
    ///   - cancellation: signals that the prompt has to be removed and the function has to return. The result is ignored then, and a
    ///     success at that point must not count for later evaluations either.
    /// - Returns: nil if the user has been authenticated, else the reason.
    func evaluate(
        _ policy: LAPolicy, _ presentation: PromptTexts, _ cancellation: EvaluationCancellation
    ) -> AuthenticationFailure?

    /// Evaluates an access control, so that the context can be used for items that have it. Otherwise like the evaluation of a
    /// policy.
    func evaluate(
        _ control: SecAccessControl, for operation: LAAccessControlOperation, _ presentation: PromptTexts,
        _ cancellation: EvaluationCancellation
    ) -> AuthenticationFailure?

    /// Sets a credential, or removes it with nil.
    ///
    /// - Returns: whether it was set or removed; false for a type that is not supported.
    func setCredential(_ credential: Data?, type: LACredentialType) -> Bool
    /// Whether a credential of the type has been set.
    func isCredentialSet(_ type: LACredentialType) -> Bool

    /// The time in seconds, 0 to 300, for which unlocking the device by fingerprint counts as authentication.
    var allowableReuseDuration: TimeInterval { get set }
    /// Whether evaluations that need a prompt fail with `notInteractive`.
    var interactionNotAllowed: Bool { get set }

    /// Ends the session: discards authentication results and credentials. Called once, after the running evaluation, if any, was
    /// cancelled. Must not block.
    func invalidate()
}

/// Whether a policy could be evaluated, and the state of the reader.
package struct Availability: Sendable {
    /// The reason why the policy cannot be evaluated, or nil.
    package var failure: AuthenticationFailure?
    /// The kind of fingerprint reader or other biometry, whether it can be used at the moment or not.
    package var biometryType: LABiometryType
    /// A hash of the enrolled set, which changes with it; nil if nothing is enrolled, or if the policy does not use biometry.
    package var domainState: Data?

    /// Makes a value of the three parts.
    package init(
        failure: AuthenticationFailure? = nil, biometryType: LABiometryType = .none, domainState: Data? = nil
    ) {
        self.failure = failure
        self.biometryType = biometryType
        self.domainState = domainState
    }
}

/// The texts of a prompt as the program has supplied them, neither shortened nor sanitised.
package struct PromptTexts: Sendable, Equatable {
    /// The program's reason. Not empty.
    package var reason: String
    /// The title of the cancel button; nil for the usual one.
    package var cancelTitle: String?
    /// The title of the fallback button; nil for the usual one, empty for no such button.
    package var fallbackTitle: String?

    /// Makes the texts of a prompt.
    package init(reason: String, cancelTitle: String? = nil, fallbackTitle: String? = nil) {
        self.reason = reason
        self.cancelTitle = cancelTitle
        self.fallbackTitle = fallbackTitle
    }
}

/// The backends of contexts.
package enum AuthenticationBackends {
    /// The backend of new contexts. Tests replace it during a closure, so that the code under test can use `LAContext()`.
    @TaskLocal package static var current: any AuthenticationBackend = linkedBackend()
}

/// Returns the linked backend. The linker finds the function in `SecurityBackend`, which is in every program that has this module.
@_silgen_name("chatelaine_authentication_backend")
private func linkedBackend() -> any AuthenticationBackend
