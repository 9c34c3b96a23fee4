import AgentProtocol
import KeyManagement
import KeychainServices

/// Serves requests for the keys of protected files.
struct FileKeyRequests {
    let access: GroupAccessPolicy

    /// Returns the work that wraps the key of a file for an access group that the program has.
    func wrapKey(
        _ request: WireWrapFileKey, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        let (fileClass, fileID, group) = try request.decoded()
        let access = try access.access(of: caller.session, to: group, writing: true)
        let key = SecretHolder(copying: secret)
        let scope = ItemScope(group: group ?? access.keychain.accessGroups.defaultGroup ?? "")
        // The first file changes the keybag.
        return Work(.writes, scope, consent: access.consentGroup) { _ throws(KeychainError) in
            let wrapped = try access.keychain.wrapFileKey(key.secret, for: fileClass, fileID: fileID, group: group)
            return .message(.wrappedFileKey(WireWrappedFileKey(wrapped)))
        }
    }

    /// Returns the work that unwraps the key of a file, for a program that has the file's access group.
    func unwrapKey(_ request: WireWrappedFileKey, for caller: Caller) throws(KeychainError) -> Work {
        let wrapped = try request.decoded()
        let access = try access.access(of: caller.session, to: wrapped.group, writing: false)
        return Work(.immediate, ItemScope(group: wrapped.group), consent: access.consentGroup) {
            _ throws(KeychainError) in
            .secret(SecretHolder(try access.keychain.unwrapFileKey(wrapped)))
        }
    }
}
