import Authentication
import AuthenticationTesting
import KeychainTesting
import Secrets
import Synchronization

/// A program's own windows, and a user's actions there.
final class Windows: InAppPrompter {
    private let shown = Mutex<[InAppPrompt]>([])
    private let typed: String?

    /// - Parameter typed: the text that the user types; nil for a cancel.
    init(typed: String? = "1234") { self.typed = typed }

    var prompts: [InAppPrompt] { shown.withLock { $0 } }

    func show(_ prompt: InAppPrompt, answer: @escaping @Sendable (consuming InAppAnswer) -> Void) {
        shown.withLock { $0.append(prompt) }
        if let typed { answer(.secret(SecretBytes(copying: typed.utf8))) } else { answer(.cancel) }
    }

    func close() {}
}

/// A keychain with a passcode, no reader, and a user in front of the program's windows.
func withWindows(_ windows: Windows = Windows(), _ body: (Windows) throws -> Void) throws {
    try withInAppPrompts(windows) {
        try withTemporaryKeychain { keychain in
            try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
            try body(windows)
        }
    }
}
