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
    private var issuers = IssuerNames()

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
            guard let fields = item.certificateFields, filter.passes(fields) else { continue }
            if let wanted = filter.issuers {
                guard try issuers.above(fields, has: wanted, in: keychain) else { continue }
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

/// The names of issuers, and of their issuers, as the certificates in a keychain say. Signatures are not checked: who may write to the
/// keychain may add such a certificate.
private struct IssuerNames {
    /// The number of certificates above the one in question that are looked at.
    private static let maximumDepth = 10

    /// The issuers of certificates by their subject, which is searched for once.
    private var ofSubject: [Data: Set<Data>] = [:]

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
            for name in names { above.formUnion(try issuers(ofSubject: name, in: keychain)) }
            names = above.subtracting(seen)
        }
        return false
    }

    private mutating func issuers(ofSubject name: Data, in keychain: Keychain) throws(KeychainError) -> Set<Data> {
        if let known = ofSubject[name] { return known }
        let query = Query(.certificate, [.subject: .data(name)], synchronizable: .any)
        // A certificate on the way must not cause a prompt: the program did not ask for it.
        let items = try keychain.items(
            matching: query, reading: .data, with: Authentication(interaction: .skip))
        // The subject in the item's attributes may be another than the certificate's.
        let fields = items.compactMap(\.certificateFields).filter { $0.subject.normalized == name }
        let issuers = Set(fields.map(\.issuer.normalized))
        ofSubject[name] = issuers
        return issuers
    }
}

extension Item {
    /// The fields of the certificate that the item's data is; nil if it is none.
    fileprivate var certificateFields: CertificateFields? { data.flatMap { try? SecCertificate(der: $0).fields } }
}

extension PersistentReference {
    /// The part that a certificate's reference and those of its identities have in common.
    fileprivate var withoutClass: Data { data.dropFirst(4) }
}
