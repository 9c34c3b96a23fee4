import AgentClient
import KeyManagement
import KeychainServices
import Secrets

/// A keychain that wraps keys of files by their protection class.
package protocol FileKeys: Sendable {
    /// Wraps the key of a file.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - fileClass: the file's protection class.
    ///   - fileID: the identifier of the file, 16 bytes.
    ///   - group: the access group that unwrapping requires; nil for the program's first group.
    /// - Throws: `.interactionNotAllowed` if the class is locked, `.missingEntitlement` for a group that the program does not have.
    func wrap(
        _ key: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String?
    ) throws(KeychainError) -> WrappedFileKey

    /// Unwraps the key of a file: 32 bytes.
    ///
    /// - Throws: `.interactionNotAllowed` if the class is locked, `.missingEntitlement` for a group that the program does not have,
    ///   `.decode` if the key was not wrapped with these values by this keychain.
    func unwrap(_ wrapped: WrappedFileKey) throws(KeychainError) -> SecretBytes

    /// Returns whether the keychain is locked at this moment.
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
