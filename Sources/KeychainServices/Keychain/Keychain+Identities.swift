import Foundation
import KeyManagement

extension Keychain {
    /// Pairs of a private key and a certificate over its public key (keychain-services 2.6).
    ///
    /// What the query says about label, issuer, serial number, subject key id and token is about the certificate, the rest
    /// about the key. An item of the result has the certificate's reference, the attributes of both with the certificate's
    /// where both have one, and the key's secret.
    func identities(matching query: Query, reading parts: ItemParts) throws(KeychainError) -> [Item] {
        guard let composition = query.itemClass.composition else { return [] }
        // A query that makes no sense is refused whether or not there is a key to look at.
        _ = try Plan(query, groups: accessGroups)
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
        return try pairs(ofKey, ofCertificate, limit: query.limit, parts)
    }

    private func pairs(
        _ ofKey: Query, _ ofCertificate: Query, limit: Query.Limit, _ parts: ItemParts
    ) throws(KeychainError) -> [Item] {
        var identities: [Item] = []
        let most = if case .atMost(let count) = limit { count } else { Int.max }
        for key in try items(matching: ofKey, reading: parts.union(.attributes)) {
            guard let label = key[.applicationLabel], label != .data(Data()) else { continue }
            var query = ofCertificate
            query.attributes[.publicKeyHash] = label
            for certificate in try items(matching: query, reading: .attributes) {
                guard identities.count < most else { return identities }
                identities.append(Item(identityOf: key, certificate))
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
