import AgentProtocol
import KeyManagement
import KeychainServices
import Secrets

extension AgentServer {
    /// The key of a file is wrapped for an access group that the program has.
    func prepare(
        _ request: WireWrapFileKey, _ secret: UnsafeRawBufferPointer, _ session: Connection.Session
    ) throws(KeychainError) -> Work {
        let (fileClass, fileID, group) = try request.decoded()
        let access = try access(session, to: group, writing: true)
        let key = SecretHolder(SecretBytes(copying: secret))
        // The first file has the keybag changed.
        var work = Work(WireRequest.OneOf_Body.wrapFileKey(request).operation, .changes) { _ throws(KeychainError) in
            let wrapped = try access.keychain.wrapFileKey(key.secret, for: fileClass, fileID: fileID, group: group)
            return .message(.wrappedFileKey(WireWrappedFileKey(wrapped)))
        }
        work.asksFor = access.asksFor
        work.group = group ?? access.keychain.accessGroups.defaultGroup ?? ""
        return work
    }

    /// Only a program that has the access group of a file gets its key.
    func prepare(_ request: WireWrappedFileKey, _ session: Connection.Session) throws(KeychainError) -> Work {
        let wrapped = try request.decoded()
        let access = try access(session, to: wrapped.group, writing: false)
        var work = Work(WireRequest.OneOf_Body.unwrapFileKey(request).operation, .here) { _ throws(KeychainError) in
            .secret(SecretHolder(try access.keychain.unwrapFileKey(wrapped)))
        }
        work.asksFor = access.asksFor
        work.group = wrapped.group
        return work
    }
}
