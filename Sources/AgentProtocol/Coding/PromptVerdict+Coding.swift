import KeychainServices

/// The answer of a person to a prompt for authentication.
///
/// A message carries it as the verdict of a question, in which a yes stands for a typed secret (Docs/agent-protocol.md, “Contexts”).
package enum PromptVerdict: Sendable {
    case cancel
    /// The user wants to authenticate by something else than a finger.
    case fallBack
    /// The secret that was typed is the second part of the frame.
    case secret

    /// - Throws: `.parameter` for an answer that this version does not know.
    package init(_ wire: WireQuestionAnswer.Verdict) throws(KeychainError) {
        switch wire {
        case .deny, .denyAlways: self = .cancel
        case .fallBack: self = .fallBack
        case .allowOnce, .allowSession, .allowAlways: self = .secret
        case .UNRECOGNIZED: throw .unreadable("an unknown answer")
        }
    }

    package var wire: WireQuestionAnswer.Verdict {
        switch self {
        case .cancel: .deny
        case .fallBack: .fallBack
        case .secret: .allowOnce
        }
    }
}
