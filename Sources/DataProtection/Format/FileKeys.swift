import AgentClient
import KeyManagement
import KeychainServices
import Secrets

/// What keeps the keys of the protection classes: a keychain.
package protocol FileKeys: Sendable {
    /// Wraps the key of a file.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - fileClass: when the key can be had.
    ///   - fileID: the file, 16 bytes.
    ///   - group: the access group that unwrapping is to take; nil: the program's first.
    /// - Throws: `.interactionNotAllowed` if the class is locked, `.missingEntitlement` for a group that is not the program's.
    func wrap(
        _ key: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String?
    ) throws(KeychainError) -> WrappedFileKey

    /// The key of a file: 32 bytes.
    ///
    /// - Throws: `.interactionNotAllowed` if the class is locked, `.missingEntitlement` for a group that is not the program's,
    ///   `.decode` if it was not wrapped for this place by this keychain.
    func unwrap(_ wrapped: WrappedFileKey) throws(KeychainError) -> SecretBytes

    /// Whether the keychain is locked at this moment.
    func isLocked() throws(KeychainError) -> Bool
}

extension Keychain: FileKeys {
    package func wrap(
        _ key: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String?
    ) throws(KeychainError) -> WrappedFileKey {
        try wrapFileKey(key, for: fileClass, fileID: fileID, group: group)
    }

    package func unwrap(_ wrapped: WrappedFileKey) throws(KeychainError) -> SecretBytes { try unwrapFileKey(wrapped) }

    package func isLocked() throws(KeychainError) -> Bool {
        switch try lockState() {
        case .noPasscode, .unlocked: false
        case .beforeFirstUnlock, .lockedAfterFirstUnlock: true
        }
    }
}
