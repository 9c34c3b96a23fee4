import AgentProtocol
import Secrets

/// Something that the agent asks a person, as a window shows it. What comes from programs is without control characters.
public struct AgentQuestion: Sendable, Identifiable {
    /// What a person does about it.
    public enum Kind: Sendable, Equatable {
        /// Says yes or no; `takesPasscode`: a yes takes the passcode of the keychain.
        case consent(takesPasscode: Bool)
        /// Touches the reader.
        case finger
        /// Types a secret; `isNew`: one that is chosen now, twice.
        case secret(isNew: Bool)
    }

    /// What somebody has answered.
    public enum Answer: Sendable {
        /// No.
        case deny
        /// Yes, until the asking program's session ends; with the passcode where it takes one.
        case allow(passcode: Secret?)
        /// The secret that was asked for.
        case secret(Secret)
        /// Something else than a finger.
        case fallBack

        /// A secret that was typed; can be had once.
        public final class Secret: @unchecked Sendable {
            // Sendable: whoever has the answer hands it on once.
            private var bytes: SecretBytes?
            /// - Parameter bytes: in UTF-8.
            public init(_ bytes: consuming SecretBytes) { self.bytes = consume bytes }
            func take() -> SecretBytes { bytes.take() ?? SecretBytes(zeros: 0) }
        }
    }

    /// By which it is answered.
    public let id: UInt64
    /// Grows whenever what is shown changes.
    public let version: UInt32
    /// What is to be done.
    public let kind: Kind
    /// In a few words.
    public let heading: String
    /// Who asks for what, and why.
    public let text: String
    /// What went wrong so far, or what to do with the finger; empty: nothing.
    public let message: String
    /// What is to be typed.
    public let secretName: String
    /// On the button that says no.
    public let cancelTitle: String
    /// On the button that says yes.
    public let acceptTitle: String
    /// On the button for something else than a finger; nil: there is nothing else.
    public let fallbackTitle: String?
    /// Seconds until it is answered with no.
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
            (heading, secretName) = prompt.kind == .passcode ? ("Passcode", "Passcode") : ("Password", "Password")
            fallbackTitle = nil
        }
    }
}
