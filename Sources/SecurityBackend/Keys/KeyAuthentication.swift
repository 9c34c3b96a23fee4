import Authentication
import KeychainServices
import LocalAuthentication

/// The authentication of a search, kept for the use of the keys that it finds.
struct KeyAuthentication: Sendable {
    /// The program's context. It is held, because a context that is released is invalid.
    let context: LAContext?
    let interaction: Authentication.Interaction
    let reason: String?

    /// Makes the authentication of one operation: without a context each operation has its own.
    func make() -> Authentication {
        // A session of another type was installed by a test: it has no authentication results.
        let session = context?.session as? KeychainAuthenticationSession
        // The program may have changed them since the last operation.
        if let context { session?.setPromptTexts(context.presentation(reason: "")) }
        return Authentication(
            session?.context, or: ProcessAuthenticator.shared, interaction: interaction, reason: reason)
    }

    /// The same for keys that the search finds: there is nothing that they could skip.
    var forKeys: KeyAuthentication {
        KeyAuthentication(context: context, interaction: interaction == .skip ? .fail : interaction, reason: reason)
    }
}
