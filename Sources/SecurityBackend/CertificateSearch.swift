import AgentClient
import KeychainServices
import Security

/// A search of one keychain for certificates or identities that pass a filter.
///
/// Items are filtered before they are counted (keychain-services 12), and private keys are read only if one of their certificates passes:
/// no prompt appears for a key that is not found.
struct CertificateSearch {
    let filter: CertificateFilter
    let keychain: Keychain
    let authentication: Authentication
    private var issuers = Issuers()

    init(_ filter: CertificateFilter, in keychain: Keychain, with authentication: Authentication) {
        (self.filter, self.keychain, self.authentication) = (filter, keychain, authentication)
    }

    /// Returns the matching items, up to the query's limit, with at least the given parts.
    mutating func items(matching query: Query, reading parts: ItemParts) throws(KeychainError) -> [Item] {
        guard query.limit.count > 0 else { return [] }
        var all = query
        all.limit = .all
        let items =
            query.itemClass == .identity
            ? try identities(matching: all, reading: parts) : try certificates(matching: all, reading: parts)
        return Array(items.prefix(query.limit.count))
    }

    private mutating func certificates(
        matching query: Query, reading parts: ItemParts
    ) throws(KeychainError) -> [Item] {
        var passed: [Item] = []
        for item in try keychain.items(matching: query, reading: parts.union(.data), with: authentication) {
            guard let certificate = item.certificate, filter.passes(certificate.fields) else { continue }
            if let wanted = filter.issuers {
                guard try issuers.above(certificate.fields, has: wanted, in: keychain) else { continue }
            }
            if filter.needsTrust {
                guard try filter.trusts(certificate, try issuers.certificates(above: certificate.fields, in: keychain))
                else { continue }
            }
            passed.append(item)
        }
        return passed
    }

    private mutating func identities(matching query: Query, reading parts: ItemParts) throws(KeychainError) -> [Item] {
        let certificates = try certificates(
            matching: Query(.certificate, synchronizable: .any), reading: .attributes)
        let references = Set(certificates.map(\.persistentReference.withoutClass))
        var passed: [Item] = []
        for query in Self.queries(query, certificates) {
            for item in try keychain.items(matching: query, reading: parts, with: authentication)
            where references.contains(item.persistentReference.withoutClass) {
                passed.append(item)
            }
        }
        return passed
    }

    /// Returns the queries that find the identities of these certificates: one for each public key, by whose hash the private one is found.
    private static func queries(_ query: Query, _ certificates: [Item]) -> [Query] {
        guard query.persistentReference == nil else { return certificates.isEmpty ? [] : [query] }
        let given = query.attributes[.applicationLabel]
        var seen: Set<AttributeValue> = []
        return certificates.compactMap { certificate in
            guard let hash = certificate[.publicKeyHash], given == nil || given == hash, seen.insert(hash).inserted
            else {
                return nil
            }
            var query = query
            query.attributes[.applicationLabel] = hash
            return query
        }
    }
}

/// The issuers, and their issuers, as the certificates in a keychain say. Signatures are not checked: who may write to the
/// keychain may add such a certificate.
private struct Issuers {
    /// The number of certificates above the one in question that are looked at.
    private static let maximumDepth = 10

    /// The number of certificates above the one in question that are evaluated with it.
    private static let mostCertificates = 100

    /// The certificates by their subject, which is searched for once.
    private var ofSubject: [Data: [SecCertificate]] = [:]

    /// Whether the issuer of a certificate or one above it is among those wanted.
    mutating func above(
        _ fields: CertificateFields, has wanted: Set<Data>, in keychain: Keychain
    ) throws(KeychainError) -> Bool {
        var names: Set = [fields.issuer.normalized]
        var seen: Set<Data> = []
        for depth in 0...Self.maximumDepth {
            guard names.isDisjoint(with: wanted) else { return true }
            guard !names.isEmpty, depth < Self.maximumDepth else { return false }
            seen.formUnion(names)
            var above: Set<Data> = []
            for name in names {
                above.formUnion(try certificates(ofSubject: name, in: keychain).map(\.fields.issuer.normalized))
            }
            names = above.subtracting(seen)
        }
        return false
    }

    /// Returns the certificates that may be in the chain of one.
    mutating func certificates(
        above fields: CertificateFields, in keychain: Keychain
    ) throws(KeychainError) -> [SecCertificate] {
        var found: [SecCertificate] = []
        var seen: Set<Data> = []
        var names: Set = [fields.issuer.normalized]
        for _ in 0..<Self.maximumDepth where found.count < Self.mostCertificates {
            seen.formUnion(names)
            var above: Set<Data> = []
            for name in names {
                let certificates = try certificates(ofSubject: name, in: keychain)
                found += certificates
                above.formUnion(certificates.map(\.fields.issuer.normalized))
            }
            names = above.subtracting(seen)
        }
        return found
    }

    private mutating func certificates(
        ofSubject name: Data, in keychain: Keychain
    ) throws(KeychainError) -> [SecCertificate] {
        if let known = ofSubject[name] { return known }
        let query = Query(.certificate, [.subject: .data(name)], synchronizable: .any)
        // A certificate on the way must not cause a prompt: the program did not ask for it.
        let items = try keychain.items(
            matching: query, reading: .data, with: Authentication(interaction: .skip))
        // The subject in the item's attributes may be another than the certificate's.
        let certificates = items.compactMap(\.certificate).filter { $0.fields.subject.normalized == name }
        ofSubject[name] = certificates
        return certificates
    }
}

extension Item {
    /// The certificate that the item's data is; nil if it is none.
    fileprivate var certificate: SecCertificate? { data.flatMap { try? SecCertificate(der: $0) } }
}

extension PersistentReference {
    /// The part that a certificate's reference and those of its identities have in common.
    fileprivate var withoutClass: Data { data.dropFirst(4) }
}
