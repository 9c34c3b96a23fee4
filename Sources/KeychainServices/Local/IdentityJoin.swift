import Foundation
import KeyManagement

/// A search for pairs of a private key and a certificate over its public key, within one transaction (keychain-services 2.6).
///
/// It begins at the half that the query names by searchable attributes, so that it reads few of the others.
struct IdentityJoin {
    private let keychain: LocalKeychain
    private let session: Store.Session
    private let gate: AuthenticationGate
    private let parts: ItemParts
    private let limit: Int
    private var identities: [Item] = []

    init(
        _ keychain: LocalKeychain, _ session: Store.Session, _ gate: AuthenticationGate, reading parts: ItemParts,
        limit: Int
    ) {
        (self.keychain, self.session, self.gate, self.parts) = (keychain, session, gate, parts)
        self.limit = limit
    }

    /// Returns the pairs of keys and certificates that match these queries.
    mutating func run(_ ofKey: Query, _ ofCertificate: Query) throws -> [Item] {
        if ofCertificate.namesItems {
            try runByCertificates(ofKey, ofCertificate)
        } else {
            try runByKeys(ofKey, ofCertificate)
        }
        return identities
    }

    private mutating func runByKeys(_ ofKey: Query, _ ofCertificate: Query) throws {
        for key in try examined(ofKey) {
            guard let label = key[.applicationLabel], label != .data(Data()) else { continue }
            var query = ofCertificate
            query.attributes[.publicKeyHash] = label
            guard try add(key, with: certificates(query)) else { return }
        }
    }

    private mutating func runByCertificates(_ ofKey: Query, _ ofCertificate: Query) throws {
        for certificate in try certificates(ofCertificate) {
            guard let hash = certificate[.publicKeyHash], hash != .data(Data()),
                ofKey.attributes[.applicationLabel] ?? hash == hash
            else { continue }
            var query = ofKey
            query.attributes[.applicationLabel] = hash
            for key in try examined(query) {
                guard try add(key, with: [certificate]) else { return }
            }
        }
    }

    /// Returns the attributes of private keys.
    ///
    /// The gate is open here, because a key's requirement applies to identities only: a key without a certificate causes no prompt.
    private func examined(_ ofKey: Query) throws -> [Item] {
        try items(ofKey, reading: .attributes, .admittingAll)
    }

    private func certificates(_ query: Query) throws -> [Item] {
        // The bytes go with the attributes of the identity.
        try items(query, reading: parts.contains(.attributes) ? [.attributes, .data] : .attributes, gate)
    }

    /// Adds the identities of one key.
    ///
    /// - Returns: whether more are wanted.
    private mutating func add(_ candidate: Item, with certificates: [Item]) throws -> Bool {
        guard identities.count < limit else { return false }
        guard !certificates.isEmpty else { return true }
        let keys = try items(Query(candidate.persistentReference), reading: parts.union(.attributes), gate)
        for key in keys {
            _ = try parts.given(of: key.attributes)
            for certificate in certificates.prefix(limit - identities.count) {
                identities.append(Item(identityOf: key, certificate))
            }
        }
        return identities.count < limit
    }

    private func items(_ query: Query, reading parts: ItemParts, _ gate: AuthenticationGate) throws -> [Item] {
        try keychain.items(
            QueryPlan(query, groups: keychain.accessGroups), limit: query.limit, reading: parts, in: session, gate)
    }
}

extension Query {
    /// Whether it names items by their reference, or by attributes that have tags.
    fileprivate var namesItems: Bool {
        persistentReference != nil
            || attributes.contains { $0.key != .accessGroup && itemClass.attribute($0.key)?.isSearchable == true }
    }
}

extension Item {
    fileprivate init(identityOf key: Item, _ certificate: Item) {
        var further = key.secretAttributes
        further[.certificateData] = certificate.data.map { .data($0) }
        further[.privateKeyReference] = .data(key.persistentReference.data)
        self.init(
            persistentReference: certificate.persistentReference.recast(to: .identity),
            attributes: key.attributes.merging(certificate.attributes), data: key.data, secretAttributes: further)
    }

    /// The certificate of an identity that was found with its attributes, in DER; nil if it has none.
    package var certificateOfIdentity: Data? { secretAttributes[.certificateData]?.data }

    /// The reference of an identity's private key; nil for other items.
    package var privateKeyOfIdentity: PersistentReference? {
        secretAttributes[.privateKeyReference]?.data.flatMap { try? PersistentReference(data: $0) }
    }
}

extension AttributeKey {
    /// The certificate of an identity, among the parts that `SecItem` does not show.
    fileprivate static let certificateData = AttributeKey(literal: "cdta")
    /// The reference of an identity's private key, among the same parts.
    fileprivate static let privateKeyReference = AttributeKey(literal: "kref")
}
