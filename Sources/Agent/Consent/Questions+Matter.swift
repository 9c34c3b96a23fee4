import AgentProtocol

extension Questions {
    /// The subject of a question.
    enum Matter: Sendable {
        /// A program names an access group of another program.
        case group(String, owner: String?)
        /// A program has changed since its first use.
        case change
        /// A program sets the first passcode of the keychain.
        case setPasscode
        /// A program makes a recovery key of a keychain without a passcode.
        case makeRecoveryKey
        /// A program moves keychains here, with the passcode and the recovery key that they have.
        case moveKeychains
        /// A program lets the program at a path use an access group of its own.
        case share(String, with: String)
        /// A browser pairs a profile; its extension shows the same code.
        case pairBrowser(code: String, extensionID: String)

        /// Whether only a window can be answered with yes. Each program can make itself a terminal, and what takes no passcode is answered
        /// there by the program itself.
        var takesWindow: Bool {
            switch self {
            case .setPasscode, .makeRecoveryKey, .moveKeychains: true
            case .group, .change: false
            // Where a yes takes no passcode.
            case .share, .pairBrowser: true
            }
        }

        /// Whether a terminal can say yes with the passcode.
        var takesPasscodeInstead: Bool {
            switch self {
            case .share, .pairBrowser: true
            case .group, .change, .setPasscode, .makeRecoveryKey, .moveKeychains: false
            }
        }
    }
}
