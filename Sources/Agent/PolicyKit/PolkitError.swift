/// Why polkit has not said that the owner of the account is there.
package struct PolkitError: Error, Sendable {
    /// What happened, for programs.
    package enum Kind: Hashable, Sendable {
        /// Somebody closed the dialogue.
        case dismissed
        /// What was entered is wrong, or the administrator has said that nobody is to be asked.
        case refused
        /// Nothing of the user's runs that could ask.
        case nobodyToAsk
        /// Nobody answered in time.
        case tooLate
        /// ``Cancellation/cancel()`` was called.
        case cancelled
        /// The program for which was asked has ended, or runs as another user.
        case programIsGone
        /// There is no polkit, or it does not know the actions.
        case unavailable
        /// What calls itself polkit, or the bus, belongs to a user who may not be either.
        case untrusted
    }

    /// What happened, for programs.
    package let kind: Kind
    /// What happened, for people.
    package let reason: String
    /// What to do about it, or nil.
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
