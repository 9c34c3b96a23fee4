import AgentClient
import KeychainServices
import Security

/// One addition of SecItem.
struct ItemAddition {
    let request: RequestDictionary

    /// Adds the item, or both halves of an identity.
    ///
    /// - Returns: the parts that the program requested; nil for none.
    func run() throws(KeychainError) -> AnyObject? {
        if let identity = request.wholeIdentity { return try add(identity) }
        let item = try checkingGroups { () throws(KeychainError) in
            let item = try request.newItem()
            try check(item)
            return item
        }
        let keychain = try request.uses.chosenKeychain()
        let added = try keychain.add(item, with: request.uses.authentication)
        return result(in: keychain).object(forAdded: item.withholdsData ? added.withoutData : added, as: item)
    }

    private func result(in keychain: Keychain) -> ItemResult {
        ItemResult(
            returned: request.returned, references: request.uses.references(in: keychain))
    }

    /// Checks that the result can be returned.
    ///
    /// - Throws: `.dataNotAvailable` for the data alone of a key that is not extractable; nothing is stored then.
    private func check(_ item: NewItem) throws(KeychainError) {
        guard item.withholdsData, request.returned == .data else { return }
        throw .notExtractable
    }

    // MARK: - Identities

    /// Adds certificate and key. One of them may be stored already (keychain-services 2.6).
    private func add(_ identity: SecIdentity) throws(KeychainError) -> AnyObject? {
        let (certificate, key) = try checkingGroups { () throws(KeychainError) in try halves(identity) }
        let keychain = try request.uses.chosenKeychain()
        let added = try addIfNew(certificate, to: keychain)
        do throws(KeychainError) {
            guard try addIfNew(key, to: keychain) != nil || added != nil else {
                throw KeychainError(.duplicateItem, "the certificate and the key are stored already")
            }
        } catch {
            // All or nothing; the certificate comes first because it is the half that can be deleted without harm.
            if let added { _ = try? keychain.delete(Query(added.persistentReference)) }
            throw error
        }
        guard !request.returned.isEmpty else { return nil }
        return try object(forIdentityOf: certificate, in: keychain)
    }

    private func halves(_ identity: SecIdentity) throws(KeychainError) -> (certificate: NewItem, key: NewItem) {
        guard request.data == nil else { throw .invalidRequest("an identity has no data of its own") }
        for (attribute, _) in request.attributes where ItemClass.identity.attribute(attribute)?.isHidden ?? true {
            throw .noSuchAttribute(.identity)
        }
        let key = try identity.key.handleOfKey()
        let halves = (
            certificate: try request.half(.certificate(identity.certificate)).withoutConstraints().newItem(),
            key: try request.half(.key(key)).newItem()
        )
        try check(halves.key)
        return halves
    }

    /// Adds an item; returns nil if it is there already.
    private func addIfNew(_ item: NewItem, to keychain: Keychain) throws(KeychainError) -> Item? {
        do throws(KeychainError) {
            return try keychain.add(item, with: request.uses.authentication)
        } catch {
            guard error.code == .duplicateItem else { throw error }
            return nil
        }
    }

    private func object(
        forIdentityOf certificate: NewItem, in keychain: Keychain
    ) throws(KeychainError) -> AnyObject? {
        var query = Query(.identity, synchronizable: .any, limit: .one)
        for key in [AttributeKey.issuer, .serialNumber, .publicKeyHash] {
            query.attributes[key] = certificate.attributes[key]
        }
        let result = result(in: keychain)
        let items = try keychain.items(
            matching: query, reading: result.parts(of: .identity), with: request.uses.authentication)
        return items.first.flatMap(result.object(forFound:))
    }
}

extension Item {
    /// The same item without the data that the program has stored just now.
    fileprivate var withoutData: Item {
        Item(
            persistentReference: persistentReference, attributes: attributes, data: nil,
            secretAttributes: secretAttributes)
    }
}
