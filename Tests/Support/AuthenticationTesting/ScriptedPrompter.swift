import Authentication
import KeychainServices
import Secrets
import Synchronization

/// A person in front of prompts, who does as a test says.
package final class ScriptedPrompter: Prompter {
    /// What the person does at a prompt.
    package enum Act: Sendable {
        case type(String)
        case cancel
        case fallBack
        case gone
        case nothing
    }

    fileprivate struct State {
        var shown: [Prompt] = []
        var outcomes: [AuthenticationError?] = []
        var opened = 0
        var isOpen = false
        /// Whether nothing has been shown since it was opened.
        var isNew = false
    }
    fileprivate let state = Mutex(State())
    fileprivate let react: @Sendable (Prompt) -> Act
    private let isThere: Bool

    /// - Parameters:
    ///   - isThere: whether anybody sees prompts.
    ///   - react: what the person does at a prompt that is shown; called for each that differs from the one before,
    ///     and whenever a secret is asked for.
    package init(isThere: Bool = true, _ react: @escaping @Sendable (Prompt) -> Act = { _ in .nothing }) {
        (self.isThere, self.react) = (isThere, react)
    }

    /// A user without an enrolled finger, who types one text after another, and asks to do so at prompts for a finger.
    package convenience init(typing first: String, _ more: String...) {
        let rest = Mutex([first] + more)
        self.init { prompt in
            guard prompt.kind == .finger else {
                return rest.withLock { $0.isEmpty ? .nothing : .type($0.removeFirst()) }
            }
            return prompt.offersFallback ? .fallBack : .nothing
        }
    }

    /// Every prompt that a person saw, without repetitions of the same.
    package var shown: [Prompt] { state.withLock { $0.shown } }
    package var kinds: [Prompt.Kind] { shown.map(\.kind) }
    /// What became of what was typed, one after another.
    package var outcomes: [AuthenticationError.Code?] { state.withLock { $0.outcomes.map { $0?.code } } }
    /// Whether a prompt is still there.
    package var isOpen: Bool { state.withLock { $0.isOpen } }
    /// How many times a prompt came where there was none.
    package var opened: Int { state.withLock { $0.opened } }

    package func open(_ prompt: Prompt, _ answered: @escaping @Sendable (PromptAnswer) -> Void) -> (any OpenPrompt)? {
        guard isThere else { return nil }
        state.withLock {
            $0.opened += 1
            $0.isOpen = true
            $0.isNew = true
        }
        let open = OpenScriptedPrompt(prompter: self, answered: answered)
        open.show(prompt)
        return open
    }
}

private struct OpenScriptedPrompt: OpenPrompt {
    let prompter: ScriptedPrompter
    let answered: @Sendable (PromptAnswer) -> Void

    @discardableResult
    func show(_ prompt: Prompt) -> Bool {
        let isNew = prompter.state.withLock { state in
            defer { state.isNew = false }
            guard state.isNew || state.shown.last?.differs(from: prompt) ?? true else { return false }
            state.shown.append(prompt)
            return true
        }
        // A secret that is asked for again looks the same.
        guard isNew || prompt.kind != .finger else { return true }
        switch prompter.react(prompt) {
        case .type(let text):
            answered(
                .secret(TypedSecret(SecretBytes(copying: text.utf8))) { [prompter] error in
                    prompter.state.withLock { $0.outcomes.append(error) }
                })
        case .cancel: answered(.cancel)
        case .fallBack: answered(.fallBack)
        case .gone: answered(.gone(AuthenticationError(.systemCancel, "the screen has gone")))
        case .nothing: break
        }
        return true
    }

    func close() { prompter.state.withLock { $0.isOpen = false } }
}
