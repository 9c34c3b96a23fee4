/// The reason for which polkit has not confirmed that the owner of the account is present.
package struct PolkitError: Error, Sendable {
    /// The reason as a code.
    package enum Kind: Hashable, Sendable {
        /// The user closed the dialogue.
        case dismissed
        /// The password is wrong, or the administrator has forbidden the question.
        case refused
        /// No authentication agent of the user is running.
        case noAuthenticationAgent
        /// The user did not answer in time.
        case timedOut
        /// ``Cancellation/cancel()`` was called.
        case cancelled
        /// The requesting program has ended, or runs as another user.
        case programIsGone
        /// There is no polkit, or it does not know the actions.
        case unavailable
        /// The service that claims to be polkit, or the bus, belongs to an untrusted user.
        case untrusted
    }

    /// The reason as a code.
    package let kind: Kind
    /// The reason, for display.
    package let reason: String
    /// A remedy, or `nil`.
    package let remedy: String?

    init(_ kind: Kind, _ reason: String, remedy: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.remedy = remedy
    }

    static func unavailable(_ reason: String) -> PolkitError {
        PolkitError(
            .unavailable, reason,
            remedy: "install polkit (polkitd), then: sudo chatelaine agent install --system")
    }

    static var programIsGone: PolkitError {
        PolkitError(.programIsGone, "the program that asked has ended, or runs as another user")
    }
}
