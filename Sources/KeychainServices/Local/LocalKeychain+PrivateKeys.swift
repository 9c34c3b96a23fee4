import AsymmetricKeys
import Foundation
import Secrets

extension LocalKeychain {
    // MARK: - Using private keys

    package func use(
        _ key: PrivateKeyReference, for request: PrivateKeyRequest, with authentication: Authentication
    ) throws(KeychainError) -> SecretBytes {
        try use(key, for: request, with: authentication) { _ in }
    }

    package func use(
        _ key: PrivateKeyReference, for request: PrivateKeyRequest, with authentication: Authentication,
        noting note: (ItemName) -> Void
    ) throws(KeychainError) -> SecretBytes {
        try request.checkSize()
        defer { wipeStack() }
        var authentication = authentication
        // Nothing is left to go on with.
        if authentication.interaction == .skip { authentication.interaction = .fail }
        let opened = try AuthenticationGate.perform(authentication, passcode: self) { (gate) throws(KeychainError) in
            let turn = store.openKeys?.turn
            return try store.read { session in
                try PrivateKeyOpening(keychain: self, request: request, session: session, gate: gate, turn: turn).open(
                    key)
            }
        }
        note(opened.name)
        // After the transaction, which may keep no connection for as long as a large key calculates.
        switch opened.key {
        case .memory(let key):
            return try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in try request.result(with: key) }
        case .token(let key):
            guard !authentication.isDeferred else { throw .needsOwnThread }
            return try key.result(of: request, try token(), root)
        }
    }
}

/// Finds a private key and opens it, within one transaction.
private struct PrivateKeyOpening {
    let keychain: LocalKeychain
    let request: PrivateKeyRequest
    let session: Store.Session
    let gate: AuthenticationGate
    let turn: OpenKeys.Turn?

    enum Key {
        case memory(PrivateKey)
        case token(TokenKey)
    }

    typealias Opened = (name: ItemName, key: Key)

    func open(_ key: PrivateKeyReference) throws -> Opened {
        switch key {
        case .item(let reference): try open(reference)
        case .sealed(let sealed): try open(sealed)
        }
    }

    /// Opens a key that is no item, by the same rules.
    private func open(_ sealed: SealedKey) throws -> Opened {
        try sealed.withRow { row in
            let attributes = try keychain.attributes(of: sealed, row, in: session)
            return (ItemName(row.head, attributes), try self.key(row, attributes))
        }
    }

    private func open(_ reference: PersistentReference) throws -> Opened {
        let plan = try QueryPlan(query(for: reference), groups: keychain.accessGroups)
        var opened: Opened?
        try RowSearch(plan, session, leavesOutLongSecrets: true).forEachHit { row, hit in
            switch hit {
            case .corrupt: return true
            case .locked: throw KeychainError.locked
            case .open(let attributes):
                opened = (ItemName(row.head, attributes), try key(row, attributes))
                return false
            }
        }
        guard let opened else { throw KeychainError.itemNotFound }
        return opened
    }

    /// Returns a query for the key with a reference: its own, or that of an identity which it belongs to.
    private func query(for reference: PersistentReference) throws -> Query {
        guard let composition = reference.itemClass.composition else {
            guard reference.itemClass == .key else { throw KeychainError.noPrivateKey }
            return Query(reference)
        }
        let certificate = Query(reference.recast(to: composition.certificate))
        guard let hash = try keychain.attributes(certificate, in: session, gate).first?[.publicKeyHash],
            hash != .data(Data())
        else { throw KeychainError.itemNotFound }
        return Query(composition.key, [.applicationLabel: hash, .keyClass: 1], synchronizable: .any, limit: .one)
    }

    private func key(_ row: ItemRow, _ attributes: Attributes) throws -> Key {
        // First of all: what else is wrong with a key is for those who may read it.
        guard try gate.admits(attributes, readsSecret: true, session.keys.keybag) else {
            throw KeychainError.itemNotFound
        }
        try check(attributes)
        guard !attributes.isInToken else {
            return .token(try session.sealer.tokenKey(of: row, attributes, with: gate.authentication.context))
        }
        return .memory(try memoryKey(row))
    }

    private func memoryKey(_ row: ItemRow) throws -> PrivateKey {
        // Additional factors are not here the next time, so such a key is not kept.
        guard let keys = keychain.store.openKeys, let turn, !row.hasFactors else { return try read(row) }
        if let known = keys.key(of: row) {
            guard known.specification.type == request.type else { throw KeychainError.anotherType }
            return known
        }
        let key = try read(row)
        keys.keep(key, of: row, since: turn)
        return key
    }

    private func check(_ attributes: Attributes) throws {
        guard attributes[.keyClass] == 1 else { throw KeychainError.noPrivateKey }
        let type = attributes[.type] ?? 0
        guard type == 0 || type == .number(Int64(request.type.rawValue)) else { throw KeychainError.anotherType }
        guard let usage = request.operation.usage else { return }
        guard attributes[usage]?.isFalse != true else { throw KeychainError.notUsable(usage) }
    }

    private func data(of row: ItemRow) throws -> Data {
        // Longer than any key.
        guard !row.lacksSecret,
            let data = try session.sealer.secrets(of: row, with: gate.authentication.context)[.data]?.data
        else { throw KeychainError.noPrivateKey }
        return data
    }

    private func read(_ row: ItemRow) throws -> PrivateKey {
        let representation = SecretBytes(copying: try data(of: row))
        return try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in
            try PrivateKey(type: request.type, representation: representation)
        }
    }
}

extension PrivateKeyRequest {
    /// Checks that it is no larger than what a keychain takes and gives elsewhere.
    ///
    /// - Throws: `.parameter`.
    package func checkSize() throws(KeychainError) {
        guard input.count <= Draft.mostSecret, parameters.sharedInfo.count <= Draft.mostSecret - input.count else {
            throw .parameter("the input is larger than 16 MiB")
        }
    }
}

extension KeyOperation {
    /// The attribute that says whether a private key carries out the operation; a key without it does.
    fileprivate var usage: AttributeKey? {
        switch self {
        case .sign: .canSign
        case .decrypt: .canDecrypt
        case .exchange: .canDerive
        case .verify, .encrypt: nil
        }
    }
}

extension KeychainError {
    fileprivate static var noPrivateKey: KeychainError {
        KeychainError(.parameter, "the item is no private key", remedy: "use the reference of one, or of an identity")
    }

    fileprivate static var anotherType: KeychainError {
        KeychainError(.parameter, "the key is of another type", remedy: "use an algorithm for the type of the key")
    }

    fileprivate static func notUsable(_ usage: AttributeKey) -> KeychainError {
        KeychainError(
            .keyUsageIncorrect, "the attribute “\(usage)” of the key does not allow the operation",
            remedy: "use a key that was made for it")
    }
}
