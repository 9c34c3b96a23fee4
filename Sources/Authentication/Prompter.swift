import KeychainServices
import Secrets

/// What a prompt asks for, and what it says.
package struct Prompt: Sendable {
    package enum Kind: Hashable, Sendable {
        /// The reader waits for a finger.
        case finger
        case passcode
        /// The password of the account.
        case accountPassword
        /// A password of the program's own; chosen now, or known from before.
        case applicationPassword(isNew: Bool)
    }

    package var kind: Kind
    package let presentation: AuthenticationPresentation
    /// What went wrong so far, or what to do with the finger.
    package var message: String?
    /// Whether there is something to fall back on.
    package var offersFallback = false

    package init(_ kind: Kind, _ presentation: AuthenticationPresentation) {
        self.kind = kind
        self.presentation = presentation
    }

    /// Whether a person would see a difference.
    package func differs(from other: Prompt) -> Bool {
        kind != other.kind || message != other.message || offersFallback != other.offersFallback
            || presentation != other.presentation
    }
}

/// What a person does at a prompt.
package enum PromptAnswer: Sendable {
    case cancel
    case fallBack
    /// What was typed; whoever took it tells by `outcome` whether it was right.
    case secret(TypedSecret, outcome: @Sendable (AuthenticationError?) -> Void)
    /// The prompt has gone without an answer.
    case gone(AuthenticationError)
}

/// Something typed. Lives as long as somebody refers to it.
package final class TypedSecret: Sendable {
    package let bytes: SecretBytes
    package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}

/// Shows prompts to a person.
package protocol Prompter: Sendable {
    /// Shows a prompt, and goes on showing it until it is closed.
    ///
    /// - Parameter answered: called for everything that the person does, on any thread.
    /// - Returns: nil if there is nobody who could see it.
    func open(_ prompt: Prompt, _ answered: @escaping @Sendable (PromptAnswer) -> Void) -> (any OpenPrompt)?
}

/// A prompt that is shown.
package protocol OpenPrompt: Sendable {
    /// Shows something else in its place.
    ///
    /// - Returns: whether there is anybody who could see it.
    @discardableResult
    func show(_ prompt: Prompt) -> Bool
    /// Takes it away. Nothing is answered after that.
    func close()
}
