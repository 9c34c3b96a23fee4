import AsymmetricKeys
import Foundation
import KeyManagement
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
        if !authentication.interaction.endsAtItem { authentication.interaction = .fail }
        let opened = try AuthenticationGate.perform(authentication, passcode: self) { (gate) throws(KeychainError) in
            try open(key, by: KeyUseRules(request: request, gate: gate))
        }
        note(opened.name)
        // After the transaction, which may keep no connection for as long as a large key calculates.
        switch opened.key {
        case .memory(let key):
            guard !authentication.isDeferred || !key.isSlow else { throw .needsOwnThread }
            return try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in try request.result(with: key) }
        case .token(let key):
            guard !authentication.isDeferred else { throw .needsOwnThread }
            return try key.result(of: request, try token(), root)
        }
    }

    /// Returns a key that may be used: one that is kept open, or from the file.
    private func open(_ key: PrivateKeyReference, by rules: KeyUseRules) throws(KeychainError) -> OpenedKey {
        guard let kept = store.openKeys, let state = store.keychainState, case .item(let reference) = key else {
            return try read(key, by: rules)
        }
        if let known = kept.key(reference, in: state) {
            guard accessGroups.allows(known.attributes[.accessGroup]?.string ?? "") else { throw .itemNotFound }
            try rules.check(known.attributes, store.keys.keybag)
            guard known.key.specification.type == rules.request.type else { throw .anotherType }
            return OpenedKey(name: known.name, attributes: known.attributes, key: .memory(known.key))
        }
        let turn = kept.turn
        let opened = try read(key, by: rules)
        if case .memory(let key) = opened.key, !opened.hasFactors {
            let entry = OpenKeys.Entry(state: state, key: key, name: opened.name, attributes: opened.attributes)
            kept.keep(entry, since: turn)
        }
        return opened
    }

    private func read(_ key: PrivateKeyReference, by rules: KeyUseRules) throws(KeychainError) -> OpenedKey {
        try store.read { session in
            try PrivateKeyOpening(keychain: self, rules: rules, session: session).open(key)
        }
    }
}

/// A private key that the program may use, and its item.
private struct OpenedKey {
    enum Key {
        case memory(PrivateKey)
        case token(TokenKey)
    }

    let name: ItemName
    let attributes: Attributes
    let key: Key
    /// Whether it took additional factors, which are not here the next time.
    var hasFactors = false
}

/// The rules by which a program may use a private key.
private struct KeyUseRules {
    let request: PrivateKeyRequest
    let gate: AuthenticationGate

    func check(_ attributes: Attributes, _ keybag: Keybag) throws(KeychainError) {
        // First of all: what else is wrong with a key is for those who may read it.
        guard try gate.admits(attributes, readsSecret: true, keybag) else { throw .itemNotFound }
        guard attributes[.keyClass] == 1 else { throw .noPrivateKey }
        let type = attributes[.type] ?? 0
        guard type == 0 || type == .number(Int64(request.type.rawValue)) else { throw .anotherType }
        guard let usage = request.operation.usage else { return }
        guard attributes[usage]?.isFalse != true else { throw .notUsable(usage) }
    }
}

/// Finds a private key and opens it, within one transaction.
private struct PrivateKeyOpening {
    let keychain: LocalKeychain
    let rules: KeyUseRules
    let session: Store.Session

    func open(_ key: PrivateKeyReference) throws -> OpenedKey {
        switch key {
        case .item(let reference): try open(reference)
        case .sealed(let sealed): try open(sealed)
        }
    }

    /// Opens a key that is no item, by the same rules.
    private func open(_ sealed: SealedKey) throws -> OpenedKey {
        try sealed.withRow { row in
            try open(row, keychain.attributes(of: sealed, row, in: session))
        }
    }

    private func open(_ reference: PersistentReference) throws -> OpenedKey {
        let plan = try QueryPlan(query(for: reference), groups: keychain.accessGroups)
        var opened: OpenedKey?
        try RowSearch(plan, session, leavesOutLongSecrets: true).forEachHit { row, hit in
            switch hit {
            case .corrupt: return true
            case .locked: throw KeychainError.locked
            case .open(let attributes):
                opened = try open(row, attributes)
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
        guard let hash = try keychain.attributes(certificate, in: session, rules.gate).first?[.publicKeyHash],
            hash != .data(Data())
        else { throw KeychainError.itemNotFound }
        return Query(composition.key, [.applicationLabel: hash, .keyClass: 1], synchronizable: .any, limit: .one)
    }

    private func open(_ row: ItemRow, _ attributes: Attributes) throws -> OpenedKey {
        try rules.check(attributes, session.keys.keybag)
        let key: OpenedKey.Key =
            if attributes.isInToken {
                .token(try session.sealer.tokenKey(of: row, attributes, with: rules.gate.authentication.context))
            } else { .memory(try read(row)) }
        return OpenedKey(
            name: ItemName(row.head, attributes), attributes: attributes, key: key, hasFactors: row.hasFactors)
    }

    private func data(of row: ItemRow) throws -> Data {
        // Longer than any key.
        guard !row.lacksSecret,
            let data = try session.sealer.secrets(of: row, with: rules.gate.authentication.context)[.data]?.data
        else { throw KeychainError.noPrivateKey }
        return data
    }

    private func read(_ row: ItemRow) throws -> PrivateKey {
        let representation = SecretBytes(copying: try data(of: row))
        return try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in
            try PrivateKey(type: rules.request.type, representation: representation)
        }
    }
}

extension PrivateKey {
    /// Whether an operation takes longer than ten searches.
    fileprivate var isSlow: Bool {
        switch specification {
        case .rsa(let bits): bits > 2048
        // libcrypto has no code of its own for the others.
        case .ellipticCurve(let curve): curve != .p256
        case .ed25519, .x25519: false
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
