import AsymmetricKeys
import Secrets
import Security

/// A key in the memory of this process: the handle of a `SecKey`.
struct MemoryKey: Sendable {
    enum Half: Hashable, Sendable {
        case publicKey(PublicKey)
        case privateKey(PrivateKey)
    }

    let half: Half
    /// Whether the program may have a copy of the private key.
    let isExtractable: Bool

    init(_ half: Half, isExtractable: Bool = true) {
        self.half = half
        self.isExtractable = isExtractable
    }

    var specification: KeySpecification {
        switch half {
        case .publicKey(let key): key.specification
        case .privateKey(let key): key.specification
        }
    }

    var keyClass: KeyClass {
        switch half {
        case .publicKey: .publicKey
        case .privateKey: .privateKey
        }
    }

    /// Returns the private key.
    ///
    /// - Throws: `.unsupported` for a public one, which has none of a private key's operations.
    func privateKey() throws(KeyError) -> PrivateKey {
        guard case .privateKey(let key) = half else { throw KeyError(.unsupported) }
        return key
    }

    /// Returns the public key.
    ///
    /// - Throws: `.unsupported` for a private one, which has none of a public key's operations.
    func publicKey() throws(KeyError) -> PublicKey {
        guard case .publicKey(let key) = half else { throw KeyError(.unsupported) }
        return key
    }

    /// Returns the public key, also of a private one.
    func publicHalf() throws(KeyError) -> PublicKey {
        switch half {
        case .publicKey(let key): key
        case .privateKey(let key): try key.publicKey()
        }
    }
}

extension MemoryKey: Hashable {
    /// Whether both are the same half of the same key (keychain-services 6.3).
    static func == (one: MemoryKey, other: MemoryKey) -> Bool { one.half == other.half }

    func hash(into hasher: inout Hasher) { hasher.combine(half) }
}

extension SecKey {
    convenience init(_ key: MemoryKey) { self.init(handle: key) }

    /// Returns the key in memory.
    ///
    /// - Throws: `.unsupported`, never for an object that was made by a function of `Security`.
    func inMemory() throws(KeyError) -> MemoryKey {
        guard let key = handle as? MemoryKey else { throw KeyError(.unsupported) }
        return key
    }
}
