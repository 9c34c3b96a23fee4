import KeychainServices
import Secrets
import Synchronization

/// Prompts that a program shows in its own windows.
///
/// They apply only to prompts of this process: if there is an agent, it shows the prompts outside the program, where the program cannot
/// read the answers.
public enum InAppPrompts {
    private static let installed = Mutex<(any InAppPrompter)?>(nil)

    /// Installs the prompter for this process; with `nil`, prompts appear in the terminal, if there is one.
    public static func install(_ prompter: (any InAppPrompter)?) { installed.withLock { $0 = prompter } }

    static var current: (any InAppPrompter)? { installed.withLock { $0 } }
}

/// A type that shows prompts in windows of the program. Its functions are called on any thread.
public protocol InAppPrompter: Sendable {
    /// Shows a prompt in place of one that is shown.
    ///
    /// - Parameters:
    ///   - prompt: the prompt to show.
    ///   - answer: to be called with the user's answer; more than once if a secret was wrong and is asked for again.
    func show(_ prompt: InAppPrompt, answer: @escaping @Sendable (consuming InAppAnswer) -> Void)
    /// Closes the prompt.
    func close()
}

/// The contents of a prompt that the program shows.
public struct InAppPrompt: Sendable {
    /// The kind of authentication.
    public enum Kind: Hashable, Sendable {
        /// A finger on the reader: nothing is typed.
        case finger
        /// The keychain's passcode.
        case passcode
        /// The password of the account.
        case accountPassword
        /// A password of the program itself, which was chosen before.
        case applicationPassword
        /// A password of the program itself, which is chosen now.
        case newApplicationPassword
    }

    /// The kind of authentication.
    public let kind: Kind
    /// The reason in the program's words: at most 200 characters, none of them invisible.
    public let reason: String
    /// The last error, or an instruction for the finger; `nil` for none.
    public let message: String?
    /// The title of the button that cancels.
    public let cancelTitle: String
    /// The title of the fallback button; `nil` if there is none.
    public let fallbackTitle: String?

    init(_ prompt: Prompt) {
        kind =
            switch prompt.kind {
            case .finger: .finger
            case .passcode: .passcode
            case .accountPassword: .accountPassword
            // No program asks for a master password in a window of its own.
            case .applicationPassword(isNew: false), .masterPassword: .applicationPassword
            case .applicationPassword(isNew: true): .newApplicationPassword
            }
        reason = prompt.presentation.reason
        message = prompt.message
        cancelTitle = prompt.cancelTitle
        fallbackTitle = prompt.offersFallback ? prompt.fallbackTitle : nil
    }
}

/// The user's answer to a prompt.
public enum InAppAnswer: ~Copyable, Sendable {
    /// The user refuses.
    case cancel
    /// The user chooses the fallback of the program or of the prompt.
    case fallBack
    /// The user types a secret.
    case secret(SecretBytes)
}

extension Prompt {
    /// The title of the button that cancels.
    package var cancelTitle: String {
        if let title = presentation.cancelTitle, !title.isEmpty { title } else { "Cancel" }
    }

    /// The title of the fallback button.
    package var fallbackTitle: String {
        if let title = presentation.fallbackTitle, !title.isEmpty { title } else { "Use Passcode" }
    }
}

/// An adapter for the prompts of this process.
struct InAppPrompterAdapter: Prompter {
    let prompter: any InAppPrompter

    func open(_ prompt: Prompt, _ answered: @escaping @Sendable (PromptAnswer) -> Void) -> (any OpenPrompt)? {
        let open = OpenInAppPrompt(prompter: prompter, answered: answered)
        open.show(prompt)
        return open
    }
}

private struct OpenInAppPrompt: OpenPrompt {
    let prompter: any InAppPrompter
    let answered: @Sendable (PromptAnswer) -> Void

    @discardableResult
    func show(_ prompt: Prompt) -> Bool {
        let answered = answered
        prompter.show(InAppPrompt(prompt)) { answer in
            switch consume answer {
            case .cancel: answered(.cancel)
            case .fallBack: answered(.fallBack)
            case .secret(let bytes): answered(.secret(TypedSecret(bytes)) { _ in })
            }
        }
        return true
    }

    func close() { prompter.close() }
}
