import AgentProtocol
import LinuxSupport

/// The texts of the agent's questions. Texts from programs are without control characters.
package enum QuestionText {
    /// Returns the program as the agent has identified it.
    private static func callerDescription(_ question: WireQuestion) -> String {
        let program = UntrustedText.forTerminal(question.subject.path)
        return "“\(program)” (\(UntrustedText.forTerminal(question.subject.strength)), process \(question.pid))"
    }

    /// The authentication that is requested from the user.
    package static func demand(_ prompt: WireAuthenticationPrompt) -> String {
        switch prompt.kind {
        case .finger: "asks for your fingerprint"
        case .passcode: "asks for the passcode of the keychain"
        case .accountPassword: "asks for the password of your account"
        case .newApplicationPassword: "asks for a new password to protect an item with"
        case .applicationPassword: "asks for the password of an item"
        case .masterPassword: "asks for the master password of your password manager"
        case .UNRECOGNIZED: "asks for an authentication that this version does not support"
        }
    }

    /// The authentication that is requested from the user, with the reason.
    private static func fullDemand(_ prompt: WireAuthenticationPrompt) -> String {
        let request = demand(prompt)
        let reason = UntrustedText.forTerminal(prompt.presentation.reason)
        return reason.isEmpty ? request + "." : "\(request): “\(reason)”."
    }

    /// Returns a message, which may be the reason of an error, as a sentence.
    package static func sentence(_ message: String) -> String {
        let text = UntrustedText.forTerminal(message)
        guard let last = text.last else { return "" }
        return text.prefix(1).uppercased() + text.dropFirst() + (last.isPunctuation ? "" : ".")
    }

    /// Returns the prompt for a secret in a terminal.
    package static func secretPrompt(_ prompt: WireAuthenticationPrompt) -> String {
        switch prompt.kind {
        case .passcode: "Passcode of the keychain: "
        case .accountPassword: "Password of your account: "
        case .newApplicationPassword: "New password of the item: "
        case .masterPassword: "Master password: "
        case .applicationPassword, .finger, .UNRECOGNIZED: "Password of the item: "
        }
    }

    /// Returns the title of the button to refuse.
    package static func cancelTitle(_ prompt: WireAuthenticationPrompt) -> String {
        title(prompt.presentation.cancelTitle, or: "Cancel")
    }

    /// Returns the title of the button for another method.
    package static func fallbackTitle(_ prompt: WireAuthenticationPrompt) -> String {
        title(prompt.presentation.fallbackTitle, or: "Use Passcode")
    }

    private static func title(_ title: String, or usual: String) -> String {
        title.isEmpty ? usual : UntrustedText.forTerminal(title)
    }

    /// Returns one line with the requesting program and its request.
    package static func line(_ question: WireQuestion) -> String {
        let caller = callerDescription(question)
        if question.hasAuthentication {
            return "\(caller) \(fullDemand(question.authentication))"
        }
        if let request = keychainRequest(question) { return "\(caller) \(request)" }
        guard !question.group.isEmpty else {
            return "\(caller) has changed since its first use. Have you changed or updated it yourself?"
        }
        if let vault = vault(question) { return "\(caller) wants to read and change the vault “\(vault)”." }
        let owner = question.owner.isEmpty ? "no program yet" : "“\(UntrustedText.forTerminal(question.owner))”"
        return
            "\(caller) asks for the secrets in “\(UntrustedText.forTerminal(question.group))”, which belongs to \(owner)."
    }

    /// Returns the request of a program that concerns the keychain as a whole, or another program; `nil` for another one.
    package static func keychainRequest(_ question: WireQuestion) -> String? {
        switch question.matter {
        case .setPasscode:
            "wants to set the passcode of the keychain. Without it, nothing in the keychain can be read any more. Did you start this?"
        case .makeRecoveryKey:
            "wants to make a recovery key. It opens everything in the keychain, and an earlier one stops working. Did you start this?"
        case .moveKeychains:
            "wants to move your keychains to the system service. Their passcode and recovery key then open everything. Did you start this?"
        case .shareGroup:
            "wants to let another program, “\(UntrustedText.forTerminal(question.sharedWith))”, use all its secrets in “\(UntrustedText.forTerminal(question.sharedGroup))” from now on. Did you start this?"
        case .pairBrowser:
            "wants to use your passwords. Allow it only if its extension shows the code \(pairingCode(question)). Did you start this?"
        case .access, .UNRECOGNIZED: nil
        }
    }

    /// Returns the code of a pairing in two groups, as the extension shows it.
    private static func pairingCode(_ question: WireQuestion) -> String {
        let code = UntrustedText.forTerminal(question.pairingCode)
        return code.count == 6 ? code.prefix(3) + " " + code.suffix(3) : code
    }

    /// Returns the escaped name of the vault that a question is about; `nil` if it is about something else (Docs/agent-protocol.md,
    /// "Vaults").
    package static func vault(_ question: WireQuestion) -> String? {
        guard question.group.hasPrefix("vault:") else { return nil }
        return UntrustedText.forTerminal(String(question.group.dropFirst("vault:".count)))
    }
}
