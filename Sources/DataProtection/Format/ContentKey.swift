import Crypto
import KeyManagement
import KeychainServices
import Secrets

/// The key of one content, available as the lock state permits.
///
/// An open file of the class `complete` loses its key when the keychain is locked: every use asks for the lock state first, drops the
/// key if the keychain is locked, and unwraps it again when it is unlocked. Open files of other classes keep the key.
final class ContentKey {
    /// The wrapped key from the file's header.
    let wrapped: WrappedFileKey
    private let keys: any FileKeys
    private let path: String
    /// The key, 32 bytes; nil while locked.
    private var content: SecretBytes?

    /// Unwraps the key of an existing file.
    ///
    /// - Throws: `EACCES` if its class is locked.
    init(opening wrapped: WrappedFileKey, keys: any FileKeys, path: String) throws(ProtectedFileError) {
        (self.wrapped, self.keys, self.path) = (wrapped, keys, path)
        content = try Self.unwrap(wrapped, keys, path)
    }

    /// Makes a key for a new file.
    ///
    /// - Throws: `EACCES` if its class is locked.
    init(
        makingFor fileClass: FileProtectionClass, group: String?, keys: any FileKeys, path: String
    ) throws(ProtectedFileError) {
        let fileKey = SecretBytes(random: 32)
        let fileID = SecureRandom.bytes(WrappedFileKey.fileIDSize)
        do {
            wrapped = try keys.wrap(fileKey, for: fileClass, fileID: fileID, group: group)
        } catch {
            throw ProtectedFileError(error, path, fileClass)
        }
        (self.keys, self.path) = (keys, path)
        content = Self.derive(from: fileKey, fileID)
    }

    /// Calls `body` with the key.
    ///
    /// - Throws: `EACCES` if the class has been locked since, or the error of `body`.
    func use<Result>(
        _ body: (SymmetricKey) throws(ProtectedFileError) -> Result
    ) throws(ProtectedFileError) -> Result {
        try updateForLockState()
        guard let key = content?.withUnsafeBytes({ SymmetricKey(data: $0) }) else {
            throw ProtectedFileError(KeychainError(.interactionNotAllowed, ""), path, wrapped.fileClass)
        }
        return try body(key)
    }

    private func updateForLockState() throws(ProtectedFileError) {
        guard wrapped.fileClass == .complete else { return }
        do {
            guard try keys.isLocked() else {
                if content == nil { content = try Self.unwrap(wrapped, keys, path) }
                return
            }
        } catch let error as KeychainError {
            throw ProtectedFileError(error, path, wrapped.fileClass)
        } catch {
            throw error as? ProtectedFileError ?? ProtectedFileError(.EIO, "“\(path)” cannot be used")
        }
        content = nil
    }

    private static func unwrap(
        _ wrapped: WrappedFileKey, _ keys: any FileKeys, _ path: String
    ) throws(ProtectedFileError) -> SecretBytes {
        do {
            return derive(from: try keys.unwrap(wrapped), wrapped.fileID)
        } catch {
            throw ProtectedFileError(error, path, wrapped.fileClass)
        }
    }

    /// Derives the content key with HKDF and SHA-256 (RFC 5869) from the file's key, for the content with this file id.
    private static func derive(from fileKey: borrowing SecretBytes, _ fileID: [UInt8]) -> SecretBytes {
        let extracted = HMACKey(extracting: fileKey, salt: fileID)
        var info = AssociatedData()
        info.append("chatelaine file content 1")
        return SecretBytes(count: HMACKey.tagSize) { key in info.withUnsafeBytes { extracted.expand($0, into: key) } }
    }
}
