import Secrets

/// What a PAM module wants to be asked or shown. Texts have no control characters but line breaks, and at most
/// ``HelperMessage/mostText`` bytes of UTF-8.
package enum Question: Sendable, Equatable {
    /// Asked for without echo: a password.
    case secret(String)
    /// Asked for with echo, as a one-time code may be.
    case visible(String)
    /// To be shown.
    case info(String)
    /// To be shown as a complaint.
    case error(String)

    /// What is to be shown.
    package var text: String {
        switch self {
        case .secret(let text), .visible(let text), .info(let text), .error(let text): text
        }
    }

    /// Whether an answer is wanted.
    package var wantsAnswer: Bool {
        switch self {
        case .secret, .visible: true
        case .info, .error: false
        }
    }
}

/// What a person said to a ``Question``.
package enum Answer: ~Copyable, Sendable {
    /// UTF-8, at most ``HelperMessage/mostAnswer`` bytes and no zero among them; what is longer is a wrong password, since PAM
    /// cannot carry it.
    case text(SecretBytes)
    /// To what is only shown: go on. To what asks for something: nothing was typed.
    case proceed
    /// The transaction ends.
    case cancel
}

/// How a transaction ended. Texts are for a person, in a sentence or two, and say what can be done about it.
package enum Outcome: Sendable, Equatable {
    /// The password was asked for and is right, and the account may be used.
    case success
    /// By a person's answer or by a ``Cancellation``.
    case cancelled
    /// Also the password of an account that has none, or one that is locked with `passwd -l`: PAM does not tell them apart.
    case wrongPassword
    /// The account may not be used, or not now, whatever the password is.
    case accountLocked(String)
    /// The password is right and has to be changed before it counts.
    case passwordExpired(String)
    /// Nothing was found out.
    case unavailable(String)
}
