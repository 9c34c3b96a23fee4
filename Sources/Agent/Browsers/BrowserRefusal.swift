import AgentProtocol
import KeychainServices

/// The reason why a browser does not get what it has requested, as the extension is told it.
struct BrowserRefusal: Error {
    let code: BrowserErrorCode
    let reason: String
    let remedy: String

    init(_ code: BrowserErrorCode, _ reason: String, remedy: String = "") {
        (self.code, self.reason, self.remedy) = (code, reason, remedy)
    }

    /// The refusal for an error of the keychain or a vault.
    init(_ error: KeychainError) {
        let code: BrowserErrorCode =
            switch error.code {
            case .interactionNotAllowed: .locked
            case .itemNotFound, .noSuchKeychain: .notFound
            case .userCanceled: .proofRefused
            default: .failed
            }
        self.init(code, error.reason, remedy: error.remedy ?? "")
    }

    var wire: WireBrowserReply {
        .with {
            $0.refusal = .with {
                $0.code = code.rawValue
                $0.reason = reason
                $0.remedy = remedy
            }
        }
    }

    static let noSession = BrowserRefusal(
        .noSession, "the connection has no session", remedy: "send “hello”, and “prove” with the signature")
    static let notPaired = BrowserRefusal(
        .notPaired, "this browser profile is not paired with Chatelaine", remedy: "pair it, and confirm the code")
    static let wrongBrowser = BrowserRefusal(
        .wrongBrowser, "the pairing of this profile is for another browser or extension",
        remedy: "if you have updated or moved the browser yourself, pair it again")
    static let noPrompter = BrowserRefusal(
        .noPrompter, "no program is running that could ask you",
        remedy: "start “chatelaine prompter” in your graphical session")
    static func locked(_ vault: String) -> BrowserRefusal {
        BrowserRefusal(.locked, "the vault “\(vault)” is locked for this browser", remedy: "unlock it")
    }
}
