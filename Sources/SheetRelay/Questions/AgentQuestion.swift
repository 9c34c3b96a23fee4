import AgentProtocol
import Secrets

/// A question of the agent to the user, in the form in which a window shows it. Texts from programs are without control characters.
public struct AgentQuestion: Sendable, Identifiable {
    /// The kind of answer that a question requires.
    public enum Kind: Sendable, Equatable {
        /// Yes or no. If `takesPasscode` is set, a yes requires the passcode of the keychain.
        case consent(takesPasscode: Bool)
        /// A touch of the fingerprint reader.
        case finger
        /// A typed secret. If `isNew` is set, it is a new one, which the user types twice.
        case secret(isNew: Bool)
    }

    /// An answer of the user.
    public enum Answer: Sendable {
        /// No.
        case deny
        /// Yes, until the requesting program's session ends; with the passcode if the question requires it.
        case allow(passcode: Secret?)
        /// The requested secret.
        case secret(Secret)
        /// Another method than a fingerprint.
        case fallBack

        /// A typed secret, which can be taken once.
        public final class Secret: @unchecked Sendable {
            // Sendable: the owner of the answer passes it on once.
            private var bytes: SecretBytes?
            /// Makes a secret.
            ///
            /// - Parameter bytes: the secret in UTF-8.
            public init(_ bytes: consuming SecretBytes) { self.bytes = consume bytes }
            func take() -> SecretBytes { bytes.take() ?? SecretBytes(zeros: 0) }
        }
    }

    /// The identifier, to answer the question.
    public let id: UInt64
    /// The version, which is incremented when the texts change.
    public let version: UInt32
    /// The kind of answer.
    public let kind: Kind
    /// A short heading.
    public let heading: String
    /// The requesting program, its request and its reason.
    public let text: String
    /// The last error, or an instruction for the fingerprint reader; empty for none.
    public let message: String
    /// The name of the secret to type.
    public let secretName: String
    /// The title of the button to refuse.
    public let cancelTitle: String
    /// The title of the button to accept.
    public let acceptTitle: String
    /// The title of the button for another method than a fingerprint; `nil` if there is none.
    public let fallbackTitle: String?
    /// The number of seconds after which the question counts as refused.
    public let seconds: Int

    init(_ question: WireQuestion) {
        let prompt = question.authentication
        (id, version, seconds) = (question.id, prompt.version, Int(question.remaining))
        text = QuestionDescription(question).paragraphs()
        guard question.hasAuthentication else {
            kind = .consent(takesPasscode: question.needsPasscode)
            (heading, message, fallbackTitle) = ("Allow this program?", "", nil)
            (secretName, cancelTitle, acceptTitle) = ("Passcode", "Deny", "Allow")
            return
        }
        message = QuestionText.sentence(prompt.message)
        cancelTitle = QuestionText.cancelTitle(prompt)
        acceptTitle = "OK"
        if prompt.kind == .finger {
            (kind, heading, secretName) = (.finger, "Touch the fingerprint reader", "")
            fallbackTitle = prompt.offersFallback ? QuestionText.fallbackTitle(prompt) : nil
        } else {
            kind = .secret(isNew: prompt.kind == .newApplicationPassword)
            (heading, secretName) =
                switch prompt.kind {
                case .passcode: ("Passcode", "Passcode")
                case .masterPassword: ("Master Password", "Master password")
                default: ("Password", "Password")
                }
            fallbackTitle = nil
        }
    }
}
