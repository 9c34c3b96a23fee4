import AsymmetricKeys
import KeychainServices
import Security

/// The handle of a `SecKey`.
enum KeyHandle: Sendable {
    /// A key in the memory of this process.
    case memory(MemoryKey)
    /// A private key of a keychain, whose bytes are not here.
    case stored(StoredKey)

    var keyClass: KeyClass {
        switch self {
        case .memory(let key): key.keyClass
        case .stored: .privateKey
        }
    }

    var type: KeyType {
        switch self {
        case .memory(let key): key.specification.type
        case .stored(let key): key.type
        }
    }

    /// The external representation of the public half; nil if it is not known.
    var publicRepresentation: [UInt8]? {
        switch self {
        case .memory(let key): key.publicRepresentation
        case .stored(let key): key.publicRepresentation
        }
    }

    /// Type and size; nil if a stored key does not say them.
    var specification: KeySpecification? {
        switch self {
        case .memory(let key): key.specification
        case .stored(let key): key.specification
        }
    }
}

extension KeyHandle: Hashable {
    /// What decides whether two keys are the same (keychain-services 6.3).
    private enum Identity: Hashable {
        case numbers(KeyClass, KeyType, publicHalf: [UInt8])
        /// A stored key without a known public half.
        case place(PrivateKeyReference)
    }

    private var identity: Identity {
        if let publicRepresentation { return .numbers(keyClass, type, publicHalf: publicRepresentation) }
        guard case .stored(let key) = self else { return .numbers(keyClass, type, publicHalf: []) }
        return .place(key.place)
    }

    /// Whether both are the same half of the same key, wherever they are.
    static func == (one: KeyHandle, other: KeyHandle) -> Bool { one.identity == other.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension SecKey {
    convenience init(_ key: MemoryKey) { self.init(handle: KeyHandle.memory(key)) }
    convenience init(_ key: StoredKey) { self.init(handle: KeyHandle.stored(key)) }

    /// Returns the key's handle.
    ///
    /// - Throws: `.unsupported`, never for an object that was made by a function of `Security`.
    func keyHandle() throws(KeyError) -> KeyHandle {
        guard let handle = handle as? KeyHandle else { throw KeyError(.unsupported) }
        return handle
    }

    /// Returns the key's handle as ``keyHandle()``.
    func handleOfKey() throws(KeychainError) -> KeyHandle {
        try withKeys { () throws(KeyError) in try keyHandle() }
    }

    /// Returns the key in memory.
    ///
    /// - Throws: `.unsupported` for a private key of a keychain, which can only do what ``KeyHandle`` does.
    func inMemory() throws(KeyError) -> MemoryKey {
        guard case .memory(let key) = try keyHandle() else { throw KeyError(.unsupported) }
        return key
    }
}
