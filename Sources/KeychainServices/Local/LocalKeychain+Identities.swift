import Foundation
import KeyManagement

extension LocalKeychain {
    /// Returns pairs of a private key and a certificate over its public key (keychain-services 2.6).
    ///
    /// The query's label, issuer, serial number, subject key id and token apply to the certificate, its other attributes to the key.
    /// An item of the result has the certificate's reference, the attributes of both with the certificate's
    /// where both have one, and the key's secret.
    func identities(
        matching query: Query, reading parts: ItemParts, in session: Store.Session, _ gate: AuthenticationGate
    ) throws -> [Item] {
        guard let composition = query.itemClass.composition else { return [] }
        var (ofKey, ofCertificate) = (Query(composition.key), Query(composition.certificate))
        (ofKey.synchronizable, ofCertificate.synchronizable) = (query.synchronizable, .any)
        for (key, value) in query.attributes {
            if composition.ofCertificate.contains(key) {
                ofCertificate.attributes[key] = value
            } else if composition.key.attribute(key) != nil {
                ofKey.attributes[key] = value
            } else {
                ofCertificate.attributes[key] = value
            }
        }
        ofKey.attributes[.keyClass] = 1
        if let reference = query.persistentReference {
            ofCertificate.persistentReference = reference.recast(to: composition.certificate)
        }
        return try pairs(ofKey, ofCertificate, limit: query.limit, parts, session, gate)
    }

    /// Returns a plan for the private key to delete with one identity that the query names by reference, unless another certificate
    /// is over the same public key (keychain-services 2.6).
    ///
    /// - Returns: nil if there is no key to delete, as for every query without a reference.
    func keyOfLastCertificate(_ query: Query, in session: Store.Session) throws -> QueryPlan? {
        guard let composition = query.itemClass.composition, query.persistentReference != nil,
            let ofCertificate = query.recast(to: composition.certificate),
            let certificate = try attributes(ofCertificate, in: session).first,
            let hash = certificate[.publicKeyHash], hash != .data(Data())
        else { return nil }
        let ofSameKey = Query(composition.certificate, [.publicKeyHash: hash], synchronizable: .any, limit: .atMost(2))
        guard try attributes(ofSameKey, in: session).count == 1 else { return nil }
        let ofKey = Query(composition.key, [.applicationLabel: hash, .keyClass: 1], synchronizable: .any)
        return try QueryPlan(ofKey, groups: accessGroups)
    }

    /// Returns the attributes of matching items.
    ///
    /// - Parameter gate: nil for a deletion, which does not prompt and skips items that would require a prompt.
    func attributes(_ query: Query, in session: Store.Session, _ gate: AuthenticationGate? = nil) throws
        -> [Item]
    {
        try items(
            QueryPlan(query, groups: accessGroups), limit: query.limit, reading: .attributes, in: session,
            gate ?? AuthenticationGate(authentication: Authentication(interaction: .skip)))
    }

    private func pairs(
        _ ofKey: Query, _ ofCertificate: Query, limit: Query.Limit, _ parts: ItemParts, _ session: Store.Session,
        _ gate: AuthenticationGate
    ) throws -> [Item] {
        var identities: [Item] = []
        // The gate is open here, because a key's requirement applies to identities only: a key without a certificate causes no prompt.
        for candidate in try attributes(ofKey, in: session, .admittingAll) {
            guard let label = candidate[.applicationLabel], label != .data(Data()) else { continue }
            var query = ofCertificate
            query.attributes[.publicKeyHash] = label
            let certificates = try attributes(query, in: session, gate)
            guard identities.count < limit.count else { return identities }
            guard !certificates.isEmpty else { continue }
            let keys = try items(
                QueryPlan(Query(candidate.persistentReference), groups: accessGroups), limit: .one,
                reading: parts.union(.attributes), in: session, gate)
            for key in keys {
                _ = try parts.given(of: key.attributes)
                for certificate in certificates.prefix(limit.count - identities.count) {
                    identities.append(Item(identityOf: key, certificate))
                }
            }
        }
        return identities
    }
}

extension Item {
    init(identityOf key: Item, _ certificate: Item) {
        self.init(
            persistentReference: certificate.persistentReference.recast(to: .identity),
            attributes: key.attributes.merging(certificate.attributes), data: key.data,
            secretAttributes: key.secretAttributes)
    }
}

extension PersistentReference {
    func recast(to itemClass: ItemClass) -> PersistentReference {
        PersistentReference(itemClass: itemClass, target: target)
    }
}
