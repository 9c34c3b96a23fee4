import Foundation
import KeyManagement

extension LocalKeychain {
    /// Returns pairs of a private key and a certificate over its public key (keychain-services 2.6).
    ///
    /// The query's label, issuer, serial number, subject key id and token apply to the certificate, its other attributes to the key.
    /// An item of the result has the certificate's reference, the attributes of both with the certificate's
    /// where both have one, and the key's secret. What the program that searches makes an object of is among the secret attributes:
    /// ``Item/certificateOfIdentity``, ``Item/privateKeyOfIdentity``.
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
        var join = IdentityJoin(self, session, gate, reading: parts, limit: query.limit.count)
        return try join.run(ofKey, ofCertificate)
    }

    /// Returns a plan for the private key to delete with one identity that the query names by reference, unless another certificate
    /// is over the same public key (keychain-services 2.6).
    ///
    /// - Returns: nil if there is no key to delete, as for every query without a reference.
    func keyOfLastCertificate(_ query: Query, in session: Store.Session) throws -> QueryPlan? {
        guard let composition = query.itemClass.composition, query.persistentReference != nil,
            let ofCertificate = query.recast(to: composition.certificate),
            let hash = try publicKeyHash(ofCertificate, in: session)
        else { return nil }
        let ofSameKey = Query(composition.certificate, [.publicKeyHash: hash], synchronizable: .any, limit: .atMost(2))
        guard try attributes(ofSameKey, in: session).count == 1 else { return nil }
        return try plan(forKeysWith: hash, composition)
    }

    /// Returns the plan for one half in an update of identities: for the key of one that the query names by the reference of its
    /// certificate, a plan that finds the key.
    func plan(_ plan: QueryPlan, ofHalfOf query: Query, in session: Store.Session) throws -> QueryPlan {
        guard let composition = query.itemClass.composition, query.persistentReference != nil,
            plan.itemClass == composition.key, let ofCertificate = query.recast(to: composition.certificate),
            let hash = try publicKeyHash(ofCertificate, in: session, .admittingAll)
        else { return plan }
        return try self.plan(forKeysWith: hash, composition)
    }

    private func plan(
        forKeysWith hash: AttributeValue, _ composition: ItemClass.Composition
    ) throws(KeychainError) -> QueryPlan {
        let ofKey = Query(composition.key, [.applicationLabel: hash, .keyClass: 1], synchronizable: .any)
        return try QueryPlan(ofKey, groups: accessGroups)
    }

    /// Returns the hash by which a certificate and its key find each other; nil if there is no such certificate, or it has none.
    private func publicKeyHash(
        _ ofCertificate: Query, in session: Store.Session, _ gate: AuthenticationGate? = nil
    ) throws -> AttributeValue? {
        guard let hash = try attributes(ofCertificate, in: session, gate).first?[.publicKeyHash],
            hash != .data(Data())
        else { return nil }
        return hash
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
}

extension PersistentReference {
    func recast(to itemClass: ItemClass) -> PersistentReference {
        PersistentReference(itemClass: itemClass, target: target)
    }
}
