import Secrets

/// A question or message of a PAM module. Texts have no hidden characters except newlines, and at most
/// ``HelperMessage/maximumTextLength`` bytes of UTF-8.
package enum Question: Sendable, Equatable {
    /// A question without echo: a password.
    case secret(String)
    /// A question with echo, as for a one-time code.
    case visible(String)
    /// A message to show.
    case info(String)
    /// An error message to show.
    case error(String)

    /// The text to show.
    package var text: String {
        switch self {
        case .secret(let text), .visible(let text), .info(let text), .error(let text): text
        }
    }

    /// Whether an answer is expected.
    package var wantsAnswer: Bool {
        switch self {
        case .secret, .visible: true
        case .info, .error: false
        }
    }
}

/// The user's answer to a ``Question``.
package enum Answer: ~Copyable, Sendable {
    /// UTF-8, at most ``HelperMessage/maximumAnswerLength`` bytes without a zero byte; a longer text counts as a wrong password, since PAM
    /// cannot carry it.
    case text(SecretBytes)
    /// For a message: continue. For a question: nothing was typed.
    case proceed
    /// End the transaction.
    case cancel
}

/// The outcome of a transaction. Texts are for the user, one or two sentences, and include a remedy.
package enum Outcome: Sendable, Equatable {
    /// The password was asked for and is right, and the account may be used.
    case success
    /// Cancelled by the user's answer or by a ``Cancellation``.
    case cancelled
    /// The password is wrong. Also for an account that has no password, or that is locked with `passwd -l`: PAM does not distinguish them.
    case wrongPassword
    /// The account may not be used, or not now, regardless of the password.
    case accountLocked(String)
    /// The password is right, but has to be changed before it is accepted.
    case passwordExpired(String)
    /// The password could not be checked.
    case unavailable(String)
}
