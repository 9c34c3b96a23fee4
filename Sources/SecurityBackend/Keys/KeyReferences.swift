import AsymmetricKeys
import Foundation
import KeychainServices
import Security

/// Makes objects of the items that a search has found.
struct KeyReferences {
    let keychain: Keychain
    let authentication: KeyAuthentication

    /// Returns the object of an item that was read with its attributes, a certificate with its data; nil if there is none for it, as for
    /// passwords and symmetric keys.
    func reference(to item: Item) -> AnyObject? {
        switch item.itemClass {
        case .certificate: item.data.flatMap { try? SecCertificate(der: $0) }
        case .key: key(item)
        case .identity: identity(item)
        default: nil
        }
    }

    /// Returns the key of an item.
    func key(_ item: Item) -> SecKey? {
        guard let (keyClass, type) = item.attributes.keyClassAndType else { return nil }
        let known = item[.publicKey]?.data.map { [UInt8]($0) }
        switch keyClass {
        case .publicKey: return publicKey(item, type, known)
        case .privateKey:
            switch known.map(PublicHalf.known) ?? readPublicHalf(item, type) {
            case .none: return nil
            case .unknown: return stored(item.persistentReference, type, item.attributes, nil)
            case .known(let half): return stored(item.persistentReference, type, item.attributes, half)
            }
        }
    }

    /// Returns a key that was made in hardware.
    func key(_ made: MadeKey) -> SecKey? {
        guard let sealed = made.sealed else { return key(made.item) }
        return key(sealed, made.item.attributes)
    }

    /// Returns a key in hardware that is no item.
    func key(_ sealed: SealedKey, _ attributes: Attributes) -> SecKey {
        SecKey(
            StoredKey(
                keychain: keychain, place: .sealed(sealed), type: .ellipticCurve, attributes: attributes,
                publicRepresentation: sealed.publicHalf, authentication: authentication.forKeys))
    }

    private func publicKey(_ item: Item, _ type: KeyType, _ known: [UInt8]?) -> SecKey? {
        guard let bytes = known ?? (try? data(of: item)).map({ [UInt8]($0) }),
            let key = try? PublicKey(type, bytes: bytes)
        else { return nil }
        return SecKey(MemoryKey(.publicKey(key), attributes: item.attributes))
    }

    private func identity(_ item: Item) -> SecIdentity? {
        guard let der = item.certificateOfIdentity, let certificate = try? SecCertificate(der: der),
            let reference = item.privateKeyOfIdentity
        else { return nil }
        return identity(of: certificate, reference, item.attributes.ofKeyAlone)
    }

    /// Returns the identity of a certificate and the item of a private key that belongs to it.
    func identity(of certificate: SecCertificate, keyItem: Item) -> SecIdentity? {
        identity(of: certificate, keyItem.persistentReference, keyItem.attributes)
    }

    private func identity(
        of certificate: SecCertificate, _ reference: PersistentReference, _ attributes: Attributes
    ) -> SecIdentity? {
        guard let (_, type) = attributes.keyClassAndType else { return nil }
        // The certificate has the public half, whether the key's item says it or not. Hashes that other programs have written decide what is
        // searched together, and must not make a pair of what does not belong together.
        let half = certificate.fields.publicKey
        guard attributes[.publicKey]?.data ?? half == half else { return nil }
        return SecIdentity(certificate, stored(reference, type, attributes, [UInt8](half)))
    }

    private func stored(
        _ reference: PersistentReference, _ type: KeyType, _ attributes: Attributes, _ half: [UInt8]?
    ) -> SecKey {
        SecKey(
            StoredKey(
                keychain: keychain, place: .item(reference), type: type, attributes: attributes,
                publicRepresentation: half, authentication: authentication.forKeys))
    }

    // MARK: - Items of earlier releases, and those that were added as data

    private enum PublicHalf {
        case known([UInt8])
        case unknown
        /// The data is no private key.
        case none
    }

    /// Derives the public half from the private key, if the program may read that one without a prompt.
    private func readPublicHalf(_ item: Item, _ type: KeyType) -> PublicHalf {
        let control = item[.accessControl]?.accessControl
        guard item[.extractable] != 0, control?.isConstrained != true else { return .unknown }
        guard let data = try? data(of: item) else { return .unknown }
        let key = try? PrivateKey(type, NSData(data: data))
        return key.map { .known($0.publicRepresentation) } ?? .none
    }

    /// Reads the data of an item that the search has not read.
    private func data(of item: Item) throws(KeychainError) -> Data {
        if let data = item.data { return data }
        let found = try keychain.items(
            matching: Query(item.persistentReference), reading: .data, with: authentication.make())
        guard let data = found.first?.data else { throw KeychainError(.itemNotFound, "the item has no data") }
        return data
    }
}

extension Attributes {
    /// Those attributes of an identity that only a key has: of the others the values are the certificate's.
    fileprivate var ofKeyAlone: Attributes {
        var own = Attributes()
        for (key, value) in self where ItemClass.certificate.attribute(key) == nil { own[key] = value }
        return own
    }
}
