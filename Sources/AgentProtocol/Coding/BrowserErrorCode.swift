/// The words by which an extension tells errors apart (Docs/browser-messages.md, "Errors").
package enum BrowserErrorCode: String, CaseIterable, Sendable {
    // Of the agent.

    /// The key is of no pairing.
    case notPaired = "not-paired"
    /// The pairing is bound to another browser, extension or strength.
    case wrongBrowser = "wrong-browser"
    case wrongSignature = "wrong-signature"
    /// The request needs a session, and the connection has none.
    case noSession = "no-session"
    /// The user did not allow the pairing.
    case pairingRefused = "pairing-refused"
    /// No program that asks the user is running.
    case noPrompter = "no-prompter"
    /// Another pairing is under way, or too many requests wait.
    case busy = "busy"
    /// The vault is locked for this profile.
    case locked = "locked"
    /// The user has to be asked, and the request does not allow that.
    case proofNeeded = "proof-needed"
    /// The user did not give the proof.
    case proofRefused = "proof-refused"
    case notFound = "not-found"
    /// The item does not go into this page.
    case cannotFill = "cannot-fill"
    /// The page's model cannot be read.
    case badPage = "bad-page"
    case badAddress = "bad-address"
    case failed = "failed"

    // Of the host.

    case agentGone = "agent-gone"
    case badMessage = "bad-message"
    case unknownType = "unknown-type"
    case wrongVersion = "wrong-version"
    case tooLarge = "too-large"
    case cancelled = "cancelled"
    /// The desktop has no clipboard that Chatelaine can use.
    case noClipboard = "no-clipboard"
}
