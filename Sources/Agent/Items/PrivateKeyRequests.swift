import AgentProtocol
import AsymmetricKeys
import KeychainServices
import Secrets

/// Serves requests that use private keys of the keychain. The keys stay in this process.
struct PrivateKeyRequests {
    let access: GroupAccessPolicy
    let authentications: ProgramAuthentications

    /// Returns the work that signs, decrypts or exchanges a key.
    func useKey(
        _ request: WireUseKey, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        let (key, operation) = try request.decoded(secret)
        let keychain = access.keychain(of: caller.session)
        let authentication = try authentications.authentication(request.authentication, for: caller)
        let memory = caller.memory
        return Work(operation.executor, ItemScope(key), with: authentication) {
            (authentication) throws(KeychainError) in
            // The frame has made room for everything but what is derived.
            try memory.admit(operation.derivedSize)
            guard SecretMemory.hasRoom(for: operation.derivedSize) else { throw .noSecretMemory }
            var names: [ItemName] = []
            let result = try keychain.use(key, for: operation, with: authentication) { names.append($0) }
            return .used(names, SecretHolder(result))
        }
    }

    /// Returns the work that makes a key in the TPM: on a thread of its own, as each use of such a key, because others of the agent wait for
    /// no TPM.
    func makeKey(
        _ request: WireMakeKey, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        let item = try NewItem(request.item, secret)
        let isPermanent = request.isPermanent
        let access = try access.access(of: caller.session, to: item.attributes[.accessGroup]?.string, writing: true)
        let authentication = try authentications.authentication(request.authentication, for: caller)
        return Work(.writes, ItemScope(item), consent: access.consentGroup, with: authentication) {
            (authentication) throws(KeychainError) in
            let key = try access.keychain.makeKey(item, isPermanent: isPermanent, with: authentication)
            let name = ItemName(key.item.persistentReference, group: key.item[.accessGroup]?.string)
            return .changed([name], .madeKey(WireMadeKey(key)))
        }
    }
}

extension ItemScope {
    fileprivate init(_ key: PrivateKeyReference) {
        switch key {
        case .item(let reference): self.init(Query(reference))
        case .sealed: self.init(Query(.key))
        }
    }
}

extension PrivateKeyRequest {
    /// The input up to which a signature takes no longer than a search.
    private static let shortInput = 64 << 10

    /// The thread: those that take requests are few. A key that takes long asks for another one when it is known.
    fileprivate var executor: Work.Executor { input.count > Self.shortInput ? .calculation : .immediate }

    /// The bytes of a result that can be larger than the input.
    fileprivate var derivedSize: Int { min(max(parameters.count ?? 0, 0), ExchangeParameters.mostBytes) }
}
