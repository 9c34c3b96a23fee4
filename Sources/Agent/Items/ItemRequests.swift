import AgentProtocol
import KeychainServices

/// Serves requests for items of the keychain.
struct ItemRequests {
    let access: GroupAccessPolicy
    let authentications: ProgramAuthentications

    func addItem(
        _ request: WireAdd, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        let item = try NewItem(request.item, secret)
        let access = try access.access(of: caller.session, to: item.attributes[.accessGroup]?.string, writing: true)
        let authentication = try authentications.authentication(request.authentication, for: caller)
        return Work(.writes, ItemScope(item), consent: access.consentGroup, with: authentication) {
            (authentication) throws(KeychainError) in
            .items([try access.keychain.add(item, with: authentication)])
        }
    }

    func searchItems(_ request: WireSearch, for caller: Caller) throws(KeychainError) -> Work {
        let query = try Query(request.query)
        let parts = ItemParts(rawValue: Int(request.parts & 3))
        let access = try access.access(of: caller.session, to: query.attributes[.accessGroup]?.string, writing: false)
        let authentication = try authentications.authentication(request.authentication, for: caller)
        return Work(.immediate, ItemScope(query), consent: access.consentGroup, with: authentication) {
            (authentication) throws(KeychainError) in
            .items(try access.keychain.items(matching: query, reading: parts, with: authentication))
        }
    }

    func updateItems(
        _ request: WireUpdate, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        let query = try Query(request.query)
        let changes = try Changes(request, secret)
        let access = try access.access(of: caller.session, to: query.attributes[.accessGroup]?.string, writing: true)
        let authentication = try authentications.authentication(request.authentication, for: caller)
        return Work(.writes, ItemScope(query), consent: access.consentGroup, with: authentication) {
            (authentication) throws(KeychainError) in
            try .changing { (note) throws(KeychainError) in
                try access.keychain.update(query, with: changes, authentication, noting: note)
            }
        }
    }

    func deleteItems(_ request: WireDelete, for caller: Caller) throws(KeychainError) -> Work {
        let query = try Query(request.query)
        let leavesTombstones = request.leavesTombstones
        let access = try access.access(of: caller.session, to: query.attributes[.accessGroup]?.string, writing: true)
        return Work(.writes, ItemScope(query), consent: access.consentGroup) { _ throws(KeychainError) in
            try .changing { (note) throws(KeychainError) in
                try access.keychain.delete(query, leavesTombstones: leavesTombstones, noting: note)
            }
        }
    }

    // MARK: - Batches

    /// The items and bytes of one batch: more are sent in several.
    private static let mostItems = 10_000
    private static let mostBytes = 64 << 20

    /// Begins to take the items that one request adds.
    ///
    /// - Returns: `nil`: the items are still to come.
    func beginBatch(_ request: WireAddBatch, _ id: UInt64, for caller: Caller) throws(KeychainError) -> Work? {
        guard (1...Self.mostItems).contains(Int(request.count)) else {
            throw KeychainError(.parameter, "at most \(Self.mostItems) items can be added at once")
        }
        caller.batch = ItemBatch(id: id, count: Int(request.count), authentication: request.authentication)
        return nil
    }

    /// Takes the next item of a batch.
    ///
    /// - Returns: the work that adds all of them, with the last one; else `nil`.
    func addToBatch(
        _ part: WireAddItem, _ id: UInt64, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work? {
        guard var batch = caller.batch, batch.id == id else { return nil }
        // An error below ends the batch.
        caller.batch = nil
        batch.items.append(try NewItem(part.item, secret))
        batch.bytes += secret.count + part.item.attributes.count * 64
        guard batch.bytes <= Self.mostBytes else {
            throw KeychainError(.parameter, "the items of one batch are larger than 64 MiB together")
        }
        guard batch.items.count >= batch.count else {
            caller.batch = batch
            return nil
        }
        return try addBatch(batch, for: caller)
    }

    private func addBatch(_ batch: ItemBatch, for caller: Caller) throws(KeychainError) -> Work {
        let (items, keychain) = (batch.items, caller.session.writableKeychain)
        let authentication = try authentications.authentication(batch.authentication, for: caller)
        return Work(.writes, ItemScope(), with: authentication) { (authentication) throws(KeychainError) in
            let references = try keychain.add(contentsOf: items, with: authentication)
            let names = zip(references, items).map { reference, item in
                let group = item.attributes[.accessGroup]?.string ?? keychain.accessGroups.defaultGroup
                return ItemName(reference, group: group)
            }
            return .changed(names, .references(.with { $0.references = references.map(\.data) }))
        }
    }
}
