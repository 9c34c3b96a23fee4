import AsymmetricKeys
import KeychainServices
import Security

/// A key in the memory of this process.
struct MemoryKey: Sendable {
    enum Half: Hashable, Sendable {
        case publicKey(PublicKey)
        case privateKey(PrivateKey)
    }

    let half: Half
    /// Whether the program may have a copy of the private key.
    let isExtractable: Bool
    /// The attributes of the item that a public key comes from; none for other keys.
    let attributes: Attributes

    init(_ half: Half, isExtractable: Bool = true, attributes: Attributes = Attributes()) {
        self.half = half
        self.isExtractable = isExtractable
        self.attributes = attributes
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

    /// The external representation of the public half.
    var publicRepresentation: [UInt8] {
        switch half {
        case .publicKey(let key): key.representation
        case .privateKey(let key): key.publicRepresentation
        }
    }
}
