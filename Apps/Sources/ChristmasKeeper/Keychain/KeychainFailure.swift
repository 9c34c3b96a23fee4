import Foundation
import Security

/// What the keychain has answered in place of what was asked for.
struct KeychainFailure: Error, Equatable {
    let status: OSStatus

    /// Whether it would go well once somebody has unlocked the keychain.
    var isLocked: Bool { status == errSecInteractionNotAllowed }

    /// The keychain's own words.
    var reason: String { SecCopyErrorMessageString(status, nil) as String? ?? "\(status)" }
}
