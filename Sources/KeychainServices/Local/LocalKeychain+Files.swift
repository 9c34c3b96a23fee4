import KeyManagement
import Secrets

extension LocalKeychain {
    package func wrapFileKey(
        _ key: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String?
    ) throws(KeychainError) -> WrappedFileKey {
        guard key.count == 32, fileID.count == WrappedFileKey.fileIDSize else {
            throw .parameter("a file's key has 32 bytes, and its id 16")
        }
        let group = try groupForWriting(group)
        guard (1...WrappedFileKey.longestGroup).contains(group.utf8.count) else {
            throw .parameter("the name of an access group of files has 1 to \(WrappedFileKey.longestGroup) bytes")
        }
        let keys = try keysWithFileKey(for: fileClass)
        do {
            return try keys.wrap(fileKey: key, for: fileClass, fileID: fileID, group: group)
        } catch {
            throw KeychainError(error)
        }
    }

    package func unwrapFileKey(_ wrapped: WrappedFileKey) throws(KeychainError) -> SecretBytes {
        guard accessGroups.allows(wrapped.group), wrapped.group != AccessGroups.token else {
            throw .foreignGroup(wrapped.group)
        }
        let keys = try store.read { $0.keys }
        do {
            if let key = try keys.unwrap(wrapped) { return key }
        } catch {
            throw KeychainError(error)
        }
        throw .damaged("the key of a file")
    }

    /// Returns the keys with one for the class of files, which is made at the first file of a keychain.
    private func keysWithFileKey(for fileClass: FileProtectionClass) throws(KeychainError) -> KeySet {
        let keys = try store.read { $0.keys }
        guard !keys.hasFileKey(for: fileClass) else { return keys }
        try store.changeKeys { keys in
            let added = try keys.addingFileKeys()
            guard added.hasFileKey(for: fileClass) else { throw KeyError.locked }
            return added
        }
        return try store.read { $0.keys }
    }
}
