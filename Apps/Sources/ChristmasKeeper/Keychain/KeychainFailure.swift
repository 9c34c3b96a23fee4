import Foundation
import Security

/// An error status of the keychain.
struct KeychainFailure: Error, Equatable {
    let status: OSStatus

    /// Whether the call would succeed after the keychain is unlocked.
    var isLocked: Bool { status == errSecInteractionNotAllowed }

    /// The keychain's message.
    var reason: String { SecCopyErrorMessageString(status, nil) as String? ?? "\(status)" }
}
