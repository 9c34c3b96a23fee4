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
        var work = Work(.writes, ItemScope(item), consent: access.consentGroup, with: authentication) {
            (authentication) throws(KeychainError) in
            .items([try access.keychain.add(item, with: authentication)])
        }
        work.sharing = GroupSharing([item.attributes], by: caller.program, authentication) {
            [item.group(in: access.keychain)]
        }
        return work
    }

    func searchItems(_ request: WireSearch, for caller: Caller) throws(KeychainError) -> Work {
        let query = try Query(request.query)
        let parts = ItemParts(rawValue: Int(request.parts & 3))
        let access = try access.access(of: caller.session, to: query.attributes[.accessGroup]?.string, writing: false)
        let authentication = try authentications.authentication(request.authentication, for: caller)
        let memory = caller.memory
        return Work(.immediate, ItemScope(query), consent: access.consentGroup, with: authentication) {
            (authentication) throws(KeychainError) in
            .items(
                try access.keychain.items(matching: query, reading: parts, with: authentication) {
                    (size) throws(KeychainError) in try memory.admit(size)
                })
        }
    }

    func updateItems(
        _ request: WireUpdate, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        let query = try Query(request.query)
        let changes = try Changes(request, secret)
        let access = try access.access(of: caller.session, to: query.attributes[.accessGroup]?.string, writing: true)
        let authentication = try authentications.authentication(request.authentication, for: caller)
        var work = Work(.writes, ItemScope(query), consent: access.consentGroup, with: authentication) {
            (authentication) throws(KeychainError) in
            try .changing { (note) throws(KeychainError) in
                try access.keychain.update(query, with: changes, authentication, noting: note)
            }
        }
        work.sharing = GroupSharing(
            [changes.attributes], by: caller.program, authentication, replacingIn: access.keychain
        ) {
            () throws(KeychainError) in
            // A group to which the items are moved counts as well.
            let moved = changes.attributes[.accessGroup]?.string
            let items = try access.keychain.items(matching: query, reading: .attributes, with: authentication)
            return Set(items.compactMap { $0[.accessGroup]?.string } + (moved.map { [$0] } ?? []))
        }
        return work
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
    private static let mostBytes = FrameHeader.maximumBodySize

    /// Begins to take the items that one request adds.
    ///
    /// - Returns: `nil`: the items are still to come.
    func beginBatch(_ request: WireAddBatch, _ id: UInt64, for caller: Caller) throws(KeychainError) -> Work? {
        guard (1...Self.mostItems).contains(Int(request.count)) else {
            throw KeychainError(.parameter, "at most \(Self.mostItems) items can be added at once")
        }
        caller.memory.release()
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
        let item = try NewItem(part.item, secret)
        let size = secret.count + item.sizeOfAttributes
        batch.items.append(item)
        batch.bytes += size
        guard batch.bytes <= Self.mostBytes else {
            throw KeychainError(
                .parameter, "the items of one batch are larger than \(Self.mostBytes >> 20) MiB together",
                remedy: "add them in several")
        }
        if size <= MemoryBudget.smallSize {
            batch.smallBytes += size
            try caller.memory.admitParts(batch.smallBytes)
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
        var work = Work(.writes, ItemScope(), with: authentication) { (authentication) throws(KeychainError) in
            let references = try keychain.add(contentsOf: items, with: authentication)
            let names = zip(references, items).map { reference, item in
                let group = item.attributes[.accessGroup]?.string ?? keychain.accessGroups.defaultGroup
                return ItemName(reference, group: group)
            }
            return .changed(names, .references(.with { $0.references = references.map(\.data) }))
        }
        let listed = items.filter { $0.attributes[.accessList] != nil }
        work.sharing = GroupSharing(listed.map(\.attributes), by: caller.program, authentication) {
            Set(listed.map { $0.group(in: keychain) })
        }
        return work
    }
}

extension NewItem {
    /// The access group in which a keychain stores it; empty if there is none.
    fileprivate func group(in keychain: any KeychainService) -> String {
        attributes[.accessGroup]?.string ?? keychain.accessGroups.defaultGroup ?? ""
    }

    /// The bytes of its attributes in memory, about.
    fileprivate var sizeOfAttributes: Int {
        attributes.reduce(64) { size, attribute in
            switch attribute.value {
            case .string(let text): size + 64 + text.utf8.count
            case .data(let bytes): size + 64 + bytes.count
            default: size + 64
            }
        }
    }
}
