import Foundation
import KeyManagement

/// A keychain as one program sees it: an encrypted file of items, and the access groups that the program belongs to.
///
/// All calls block until they are done; every change is durable when the call that made it returns. Safe to use from any
/// thread, and from several processes at once.
public final class Keychain: Sendable {
    let store: Store
    /// The groups of the program that uses the keychain.
    public let accessGroups: AccessGroups

    init(store: Store, accessGroups: AccessGroups) {
        self.store = store
        self.accessGroups = accessGroups
    }
}
