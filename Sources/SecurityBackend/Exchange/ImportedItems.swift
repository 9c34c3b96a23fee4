import AsymmetricKeys
import ExchangeFormats
import KeychainServices
import Security

/// The contents of a file as objects of `Security`.
struct ImportedItems {
    /// A private key with its certificate.
    struct Identity {
        let identity: SecIdentity
        let name: String?
        let id: Data
    }

    /// A key or a certificate that belongs to no identity.
    struct Single {
        let object: AnyObject
        let name: String?
    }

    private(set) var identities: [Identity] = []
    private(set) var singles: [Single] = []
    /// All certificates in the order of the file.
    private(set) var certificates: [SecCertificate] = []
    /// The positions in `certificates`, by normalized subjects; of equal ones the first.
    private var positions: [Data: [Int]] = [:]

    /// - Parameters:
    ///   - formsIdentities: whether keys and certificates that belong together become identities.
    ///   - isExtractable: whether private keys may be copied out again.
    init(_ items: [ExchangeItem], formsIdentities: Bool, isExtractable: Bool) throws(KeychainError) {
        var all: [(item: ExchangeItem, object: AnyObject, hash: Data?)] = []
        for item in items {
            let object = try Self.object(item, isExtractable: isExtractable)
            all.append((item, object, formsIdentities ? try Self.hash(item, object) : nil))
            if let certificate = object as? SecCertificate { certificates.append(certificate) }
        }
        var known: Set<Data> = []
        for (position, certificate) in certificates.enumerated() where known.insert(certificate.der).inserted {
            positions[certificate.fields.subject.normalized, default: []].append(position)
        }
        var partners: [Data: Int] = [:]
        for (position, entry) in all.enumerated() where entry.object is SecCertificate {
            if let hash = entry.hash, partners[hash] == nil { partners[hash] = position }
        }
        var used: Set<Int> = []
        for (position, entry) in all.enumerated() where !used.contains(position) {
            guard let key = entry.object as? SecKey, let hash = entry.hash,
                let partner = partners[hash], let certificate = all[partner].object as? SecCertificate
            else { continue }
            used.formUnion([position, partner])
            identities.append(
                Identity(
                    identity: SecIdentity(certificate, key), name: all[partner].item.name ?? entry.item.name,
                    id: (entry.item.id ?? all[partner].item.id).map { Data($0) } ?? hash))
        }
        singles = all.indices.filter { !used.contains($0) }.map {
            Single(object: all[$0].object, name: all[$0].item.name)
        }
    }

    private static func object(_ item: ExchangeItem, isExtractable: Bool) throws(KeychainError) -> AnyObject {
        switch item.content {
        case .certificate(let der):
            do { return try SecCertificate(der: Data(der)) } catch {
                throw KeychainError(.decode, "a certificate in the file is damaged", remedy: "export it again")
            }
        case .publicKey(let key): return SecKey(MemoryKey(.publicKey(key)))
        case .privateKey(let key): return SecKey(MemoryKey(.privateKey(key), isExtractable: isExtractable))
        }
    }

    /// Returns the hash by which a private key and its certificates find each other (keychain-services 2.6).
    private static func hash(_ item: ExchangeItem, _ object: AnyObject) throws(KeychainError) -> Data? {
        switch item.content {
        case .certificate: (object as? SecCertificate)?.fields.publicKeyHash
        case .privateKey(let key): Data(try withKeys { () throws(KeyError) in try key.publicKey().label() })
        case .publicKey: nil
        }
    }

    /// The same without keys that belong to no certificate.
    var withoutSingleKeys: ImportedItems {
        var items = self
        items.singles.removeAll { $0.object is SecKey }
        return items
    }

    /// All objects: identities first.
    var objects: [AnyObject] { identities.map(\.identity) + singles.map(\.object) }
}

extension ImportedItems {
    /// The longest chain that is made.
    private static let longestChain = 10

    /// Returns a certificate and its issuers, as far as they are in the file. Names decide: signatures are for the evaluation of trust.
    func chain(of leaf: SecCertificate) -> [SecCertificate] {
        var chain = [leaf]
        while chain.count < Self.longestChain, let last = chain.last,
            last.fields.issuer.normalized != last.fields.subject.normalized, let issuer = issuer(of: last, notIn: chain)
        { chain.append(issuer) }
        return chain
    }

    private func issuer(of certificate: SecCertificate, notIn chain: [SecCertificate]) -> SecCertificate? {
        // No two of them are equal, so that at most as many as the chain has are passed over.
        positions[certificate.fields.issuer.normalized]?.lazy.map { certificates[$0] }.first { !chain.contains($0) }
    }
}
