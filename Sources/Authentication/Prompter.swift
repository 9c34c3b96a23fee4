import KeychainServices
import Secrets

/// The kind and the texts of a prompt.
package struct Prompt: Sendable {
    package enum Kind: Hashable, Sendable {
        /// The reader is waiting for a finger.
        case finger
        case passcode
        /// The password of the account.
        case accountPassword
        /// A password of the program itself, chosen now or before.
        case applicationPassword(isNew: Bool)
        /// The master password of a password vault.
        case masterPassword
    }

    package var kind: Kind
    package let presentation: AuthenticationPresentation
    /// The last error, or an instruction for the finger.
    package var message: String?
    /// Whether there is a fallback.
    package var offersFallback = false

    package init(_ kind: Kind, _ presentation: AuthenticationPresentation) {
        self.kind = kind
        self.presentation = presentation
    }

    /// Whether the user would see a difference.
    package func differs(from other: Prompt) -> Bool {
        kind != other.kind || message != other.message || offersFallback != other.offersFallback
            || presentation != other.presentation
    }
}

/// The user's answer to a prompt.
package enum PromptAnswer: Sendable {
    case cancel
    case fallBack
    /// A typed secret; the receiver reports by `outcome` whether it was right.
    case secret(TypedSecret, outcome: @Sendable (AuthenticationError?) -> Void)
    /// The prompt has ended without an answer.
    case gone(AuthenticationError)
}

/// A typed secret, which lives until its last reference ends.
package final class TypedSecret: Sendable {
    package let bytes: SecretBytes
    package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}

/// A type that shows prompts to the user.
package protocol Prompter: Sendable {
    /// Shows a prompt until it is closed.
    ///
    /// - Parameter answered: called for everything that the user does, on any thread.
    /// - Returns: `nil` if no user could see it.
    func open(_ prompt: Prompt, _ answered: @escaping @Sendable (PromptAnswer) -> Void) -> (any OpenPrompt)?
}

/// A prompt that is shown.
package protocol OpenPrompt: Sendable {
    /// Shows another prompt in its place.
    ///
    /// - Returns: whether a user could see it.
    @discardableResult
    func show(_ prompt: Prompt) -> Bool
    /// Closes it. There are no answers after that.
    func close()
}
