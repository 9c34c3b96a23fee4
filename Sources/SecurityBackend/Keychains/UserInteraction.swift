import KeychainServices
import Synchronization

/// Whether functions of this process may ask the user (`SecKeychainSetUserInteractionAllowed`).
enum UserInteraction {
    private static let allowed = Atomic(true)

    static var isAllowed: Bool {
        get { allowed.load(ordering: .relaxed) }
        set { allowed.store(newValue, ordering: .relaxed) }
    }

    /// What functions do that are not told.
    static var usual: Authentication.Interaction { isAllowed ? .allow : .fail }
}
