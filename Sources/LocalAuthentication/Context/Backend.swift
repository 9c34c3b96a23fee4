/// What does the work behind ``LAContext``: the module `SecurityBackend`, which knows the agent and the authenticators.
///
/// As with `Security`, this module must import nothing that needs a C module (Docs/decisions/0008).
package protocol AuthenticationBackend: Sendable {
    /// Makes what stands behind one context. Must be fast, and must not fail: what is missing is told by the session.
    func makeSession() -> any AuthenticationSession
}

/// What stands behind one ``LAContext``. All functions may be called from any thread, also while an evaluation runs.
package protocol AuthenticationSession: AnyObject, Sendable {
    /// Finds out whether a policy could be evaluated now. Shows nothing and waits for nobody.
    func availability(of policy: LAPolicy) -> Availability

    /// Evaluates a policy, and waits for the person as long as that takes. The context calls it on a thread of its own,
    /// never twice at a time. If it comes after ``invalidate()``, which it can by a hair's breadth, it is cancelled already.
    ///
    /// - Parameters:
    ///   - policy: what has to be shown.
    ///   - presentation: the texts of the prompt.
    ///   - cancellation: says when to take the prompt away and to return. What is returned then is not looked at, and a
    ///     success that comes then must not count for later evaluations either.
    /// - Returns: nil if the person has been authenticated, or why not.
    func evaluate(
        _ policy: LAPolicy, _ presentation: Presentation, _ cancellation: Cancellation
    ) -> AuthenticationFailure?

    /// Evaluates an access control, so that the context can be used for items that have it. Else as the evaluation of a
    /// policy.
    func evaluate(
        _ control: SecAccessControl, for operation: LAAccessControlOperation, _ presentation: Presentation,
        _ cancellation: Cancellation
    ) -> AuthenticationFailure?

    /// Sets a credential, or removes it with nil.
    /// - Returns: whether that was done; false for a type that is not supported.
    func setCredential(_ credential: Data?, type: LACredentialType) -> Bool
    /// Whether a credential of the type has been set.
    func isCredentialSet(_ type: LACredentialType) -> Bool

    /// For how long an unlocking of the device by biometry counts, in seconds: 0 to 300.
    var allowableReuseDuration: TimeInterval { get set }
    /// Whether what would need a person fails with `notInteractive`.
    var interactionNotAllowed: Bool { get set }

    /// Ends the session: forgets who was authenticated, and the credentials. Called once, after the cancellation of the
    /// evaluation that runs, if one does. Must not block.
    func invalidate()
}

/// Whether a policy could be evaluated, and with what.
package struct Availability: Sendable {
    /// Why the policy cannot be evaluated, or nil.
    package var failure: AuthenticationFailure?
    /// Which biometry there is, whether it can be used at the moment or not.
    package var biometryType: LABiometryType
    /// A hash of what is enrolled, which changes with it; nil if nothing is, or if the policy does without biometry.
    package var domainState: Data?

    /// Puts the three together.
    package init(
        failure: AuthenticationFailure? = nil, biometryType: LABiometryType = .none, domainState: Data? = nil
    ) {
        self.failure = failure
        self.biometryType = biometryType
        self.domainState = domainState
    }
}

/// The texts of a prompt, as the program has given them: neither shortened nor cleaned.
package struct Presentation: Sendable, Equatable {
    /// Why the program asks. Not empty.
    package var reason: String
    /// The title of the button that cancels; nil for the usual one.
    package var cancelTitle: String?
    /// The title of the button for another way; nil for the usual one, empty for no such button.
    package var fallbackTitle: String?

    /// Puts the three together.
    package init(reason: String, cancelTitle: String? = nil, fallbackTitle: String? = nil) {
        self.reason = reason
        self.cancelTitle = cancelTitle
        self.fallbackTitle = fallbackTitle
    }
}

/// The backends of contexts.
package enum AuthenticationBackends {
    /// What new contexts use. Tests put a backend of their own here for the time of a closure, so that the code under test
    /// can say `LAContext()`.
    @TaskLocal package static var current: any AuthenticationBackend = linkedBackend()
}

/// The one backend. The linker finds it in `SecurityBackend`, which is in every program that has this module.
@_silgen_name("chatelaine_authentication_backend")
private func linkedBackend() -> any AuthenticationBackend
