import KeychainServices
import Secrets
import Synchronization

/// Prompts that a program with windows of its own shows for itself.
///
/// They are for what this process asks: as soon as an agent does the asking, it does so outside of the program, where the program
/// cannot read along.
public enum InAppPrompts {
    private static let installed = Mutex<(any InAppPrompter)?>(nil)

    /// Has `prompter` show what this process asks a person from now on; nil: what a terminal shows, if there is one.
    public static func install(_ prompter: (any InAppPrompter)?) { installed.withLock { $0 = prompter } }

    static var current: (any InAppPrompter)? { installed.withLock { $0 } }
}

/// Shows prompts in windows of the program. Its functions are called on any thread.
public protocol InAppPrompter: Sendable {
    /// Shows a prompt in the place of one that is shown.
    ///
    /// - Parameters:
    ///   - prompt: what to show.
    ///   - answer: to be called with what the person does; more than once if a secret was wrong and is asked for again.
    func show(_ prompt: InAppPrompt, answer: @escaping @Sendable (consuming InAppAnswer) -> Void)
    /// Takes the prompt away.
    func close()
}

/// What a prompt of a program's own shows.
public struct InAppPrompt: Sendable {
    /// What it asks for.
    public enum Kind: Hashable, Sendable {
        /// A finger on the reader: nothing is typed.
        case finger
        /// The keychain's passcode.
        case passcode
        /// The password of the account.
        case accountPassword
        /// A password of the program's own, known from before.
        case applicationPassword
        /// A password of the program's own, chosen now.
        case newApplicationPassword
    }

    /// What it asks for.
    public let kind: Kind
    /// Why, in the program's words: at most 200 characters, none of them invisible.
    public let reason: String
    /// What went wrong so far, or what to do with the finger; nil: nothing.
    public let message: String?
    /// The title of the button that cancels.
    public let cancelTitle: String
    /// The title of the button that falls back on something else; nil: there is none.
    public let fallbackTitle: String?

    init(_ prompt: Prompt) {
        kind =
            switch prompt.kind {
            case .finger: .finger
            case .passcode: .passcode
            case .accountPassword: .accountPassword
            case .applicationPassword(isNew: false): .applicationPassword
            case .applicationPassword(isNew: true): .newApplicationPassword
            }
        reason = prompt.presentation.reason
        message = prompt.message
        cancelTitle = prompt.cancelTitle
        fallbackTitle = prompt.offersFallback ? prompt.fallbackTitle : nil
    }
}

/// What a person does at a prompt.
public enum InAppAnswer: ~Copyable, Sendable {
    /// Says no.
    case cancel
    /// Chooses what the program, or the prompt, falls back on.
    case fallBack
    /// Types a secret.
    case secret(SecretBytes)
}

extension Prompt {
    /// The title of the button that cancels.
    package var cancelTitle: String {
        if let title = presentation.cancelTitle, !title.isEmpty { title } else { "Cancel" }
    }

    /// The title of the button that falls back on something else.
    package var fallbackTitle: String {
        if let title = presentation.fallbackTitle, !title.isEmpty { title } else { "Use Passcode" }
    }
}

/// The prompts of this process, as evaluations want them.
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
