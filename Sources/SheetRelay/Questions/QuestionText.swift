import AgentProtocol
import TerminalIO

/// A question of the agent's, in words. What comes from programs is without control characters.
package enum QuestionText {
    /// The program as the agent identified it.
    private static func who(_ question: WireQuestion) -> String {
        let program = TerminalText.escape(question.subject.path)
        return "“\(program)” (\(TerminalText.escape(question.subject.strength)), process \(question.pid))"
    }

    /// What a person is to show.
    package static func demand(_ prompt: WireAuthenticationPrompt) -> String {
        switch prompt.kind {
        case .finger: "asks for your fingerprint"
        case .passcode: "asks for the passcode of the keychain"
        case .accountPassword: "asks for the password of your account"
        case .newApplicationPassword: "asks for a new password of its own, to store an item with"
        case .applicationPassword: "asks for its own password of an item"
        case .UNRECOGNIZED: "asks for something that this version does not know"
        }
    }

    /// What a person is to show, and why.
    private static func fullDemand(_ prompt: WireAuthenticationPrompt) -> String {
        let what = demand(prompt)
        let reason = TerminalText.escape(prompt.presentation.reason)
        return reason.isEmpty ? what + "." : "\(what): “\(reason)”."
    }

    /// A message, which may be the reason of an error, as a sentence.
    package static func sentence(_ message: String) -> String {
        let text = TerminalText.escape(message)
        guard let last = text.last else { return "" }
        return text.prefix(1).uppercased() + text.dropFirst() + (last.isPunctuation ? "" : ".")
    }

    /// What is asked for in a terminal.
    package static func secretPrompt(_ prompt: WireAuthenticationPrompt) -> String {
        switch prompt.kind {
        case .passcode: "Passcode of the keychain: "
        case .accountPassword: "Password of your account: "
        case .newApplicationPassword: "New password of the item: "
        case .applicationPassword, .finger, .UNRECOGNIZED: "Password of the item: "
        }
    }

    /// The title of the button that says no.
    package static func cancelTitle(_ prompt: WireAuthenticationPrompt) -> String {
        title(prompt.presentation.cancelTitle, or: "Cancel")
    }

    /// The title of the button that falls back on something else.
    package static func fallbackTitle(_ prompt: WireAuthenticationPrompt) -> String {
        title(prompt.presentation.fallbackTitle, or: "Use Passcode")
    }

    private static func title(_ title: String, or usual: String) -> String {
        title.isEmpty ? usual : TerminalText.escape(title)
    }

    /// One line: who asks for what.
    package static func line(_ question: WireQuestion) -> String {
        let who = who(question)
        if question.hasAuthentication { return "\(who) \(fullDemand(question.authentication))" }
        guard !question.group.isEmpty else {
            return "\(who) is not what it was at its first use. Have you changed or updated it yourself?"
        }
        if let vault = vault(question) { return "\(who) wants to read and change the vault “\(vault)”." }
        let owner = question.owner.isEmpty ? "nobody so far" : "“\(TerminalText.escape(question.owner))”"
        return "\(who) asks for the secrets in “\(TerminalText.escape(question.group))”, which belongs to \(owner)."
    }

    /// The vault that a question is about, fit to be shown; nil if it is about something else (Docs/agent-protocol.md, "Vaults").
    package static func vault(_ question: WireQuestion) -> String? {
        guard question.group.hasPrefix("vault:") else { return nil }
        return TerminalText.escape(String(question.group.dropFirst("vault:".count)))
    }
}
