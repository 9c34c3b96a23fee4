import Foundation
import KeyManagement

extension Keychain {
    // MARK: - Adding

    /// Stores an item.
    ///
    /// - Returns: the item as it was stored, with its secret.
    /// - Throws: `.duplicateItem` if an item has the same primary key; `.parameter`, `.noSuchAttribute` for attributes that the
    ///   class does not have or take; `.missingEntitlement` for a group that is not the program's; `.interactionNotAllowed` if
    ///   the keychain is locked for the protection class; `.notAvailable` for the class that needs a passcode while none is
    ///   set; `.unimplemented` for an access control with constraints.
    @discardableResult
    public func add(_ item: NewItem) throws(KeychainError) -> Item {
        let prepared = try prepare(item)
        return try store.write { session in
            try ItemWriter(store, session).add(prepared.draft, protection: prepared.protection)
        }
    }

    /// Stores all items in one transaction, or none of them.
    ///
    /// - Returns: their references, in the same order.
    /// - Throws: as ``add(_:)``, for the first item that cannot be stored.
    @discardableResult
    public func add(contentsOf items: [NewItem]) throws(KeychainError) -> [PersistentReference] {
        var prepared: [PreparedItem] = []
        prepared.reserveCapacity(items.count)
        for item in items { prepared.append(try prepare(item)) }
        return try store.write { session in
            let writer = ItemWriter(store, session)
            return try prepared.map { try writer.add($0.draft, protection: $0.protection).persistentReference }
        }
    }

    private struct PreparedItem {
        let draft: Draft
        let protection: ProtectionClass
    }

    private func prepare(_ item: NewItem) throws(KeychainError) -> PreparedItem {
        guard item.itemClass.composition == nil else {
            throw .parameter("an identity is stored as a key and a certificate")
        }
        var draft = try Draft(item)
        let group = try groupForWriting(draft.attributes[.accessGroup]?.string)
        // The default protection depends on the group, whether it was named or not.
        draft.attributes[.accessGroup] = .string(group)
        draft.attributes[.tombstone] = nil
        // Apple's constant for “not shared” is the empty name.
        if draft.attributes[.sharingGroup] == "" { draft.attributes[.sharingGroup] = nil }
        try draft.checkSharing()
        let protection = try draft.protection()
        draft.complete(group: group, protection: protection, now: Date())
        try draft.checkSize()
        return PreparedItem(draft: draft, protection: protection)
    }

    /// - Parameter name: the group that the program names, or nil for its default.
    private func groupForWriting(_ name: String?) throws(KeychainError) -> String {
        guard let group = name ?? accessGroups.defaultGroup else { throw .noAccessGroup }
        // Items on tokens are put there by the tokens' own software.
        guard accessGroups.allows(group), group != AccessGroups.token else { throw .foreignGroup(group) }
        return group
    }

    /// - Throws: `.missingEntitlement` if every group that the program has is read-only.
    private func requireWritableGroup() throws(KeychainError) {
        guard accessGroups.defaultGroup != nil || accessGroups.isWildcard else { throw .noAccessGroup }
    }

    // MARK: - Searching

    /// The items that match, in the order in which they were stored; empty if none does.
    ///
    /// - Parameters:
    ///   - query: which items are meant.
    ///   - parts: how much of each is decrypted and returned.
    /// - Throws: `.interactionNotAllowed` if a matching item is locked; `.parameter`, `.noSuchAttribute`, `.missingEntitlement`
    ///   for a query that makes no sense.
    public func items(matching query: Query, reading parts: ItemParts = .attributes) throws(KeychainError) -> [Item] {
        guard query.itemClass.composition == nil else { return try identities(matching: query, reading: parts) }
        let plan = try Plan(query, groups: accessGroups)
        let most: Int
        switch query.limit {
        case .all: most = .max
        case .atMost(let count): most = count
        }
        guard most > 0 else { return [] }
        return try store.read { session in
            var items: [Item] = []
            try Search(plan, session).forEachHit { row, hit in
                switch hit {
                case .corrupt: return true
                case .locked: throw KeyError.locked
                case .open(let attributes):
                    guard let item = try Self.item(row, attributes, parts, session) else { return true }
                    items.append(item)
                    return items.count < most
                }
            }
            return items
        }
    }

    /// Nil if the secret is asked for and corrupt.
    private static func item(
        _ row: ItemRow, _ attributes: Attributes, _ parts: ItemParts, _ session: Store.Session
    ) throws -> Item? {
        var secrets = Attributes()
        if parts.contains(.data) {
            do {
                secrets = try session.sealer.secrets(of: row)
            } catch let error as KeychainError where error.code == .decode {
                return nil
            }
        }
        let data = secrets[.data]?.data
        secrets[.data] = nil
        var attributes = attributes
        if parts.contains(.attributes), attributes[.accessControl] == nil {
            attributes[.accessControl] = .accessControl(try AccessControl(protection: row.head.protection))
        }
        return Item(
            persistentReference: PersistentReference(itemClass: row.head.itemClass, id: row.head.id),
            attributes: attributes, data: data, secretAttributes: secrets)
    }

    // MARK: - Updating

    /// Changes every item that matches, in one transaction.
    ///
    /// - Returns: how many there were.
    /// - Throws: `.duplicateItem` if two items would have the same primary key; else as ``add(_:)`` and
    ///   ``items(matching:reading:)``. Nothing is changed then.
    @discardableResult
    public func update(_ query: Query, with changes: Changes) throws(KeychainError) -> Int {
        try requireWritableGroup()
        if let composition = query.itemClass.composition {
            _ = try Plan(query, groups: accessGroups)
            var count = 0
            for part in [composition.certificate, composition.key] {
                if let query = query.recast(to: part) { count += try update(query, with: changes) }
            }
            return count
        }
        let plan = try Plan(query, groups: accessGroups)
        guard plan.group != AccessGroups.token else { throw .foreignGroup(AccessGroups.token) }
        var (open, secret) = try Draft.split(changes.attributes.merging(changes.secretAttributes), query.itemClass)
        open[.multiUser] = nil
        // A live item becomes a tombstone by being deleted, which takes its secret; a digest is computed.
        open[.tombstone] = nil
        open[.sha1] = nil
        if let group = open[.accessGroup]?.string { _ = try groupForWriting(group) }
        // A request that contradicts itself is refused whether or not there is an item to look at.
        _ = try Draft(itemClass: query.itemClass, attributes: open, secrets: [:]).protection()
        guard open[.sharingGroup] == nil else { throw .parameter("the sharing group of an item cannot be changed") }
        let (changedAttributes, changedSecrets) = (open, secret)
        return try store.write { session in
            let targets = try targets(of: plan, session)
            let writer = ItemWriter(store, session)
            for number in targets {
                try ItemTable(db: session.db).row(number) { row in
                    var draft = try Draft(row, session.sealer)
                    let (head, tags) = (row.head, row.tagList)
                    try draft.update(with: changes, open: changedAttributes, secret: changedSecrets)
                    try writer.replace(number, head, tags: tags, with: draft, protection: draft.protection())
                    return true
                }
            }
            return targets.count
        }
    }

    /// The rows that an update is about. Corrupt ones move to the quarantine.
    private func targets(of plan: Plan, _ session: Store.Session) throws -> [Int64] {
        var targets: [Int64] = []
        var corrupt: [(number: Int64, tags: [SearchTag])] = []
        try Search(plan, session).forEachHit { row, hit in
            switch hit {
            case .locked: throw KeyError.locked
            case .corrupt: corrupt.append((row.number, row.tagList))
            case .open:
                do {
                    _ = try session.sealer.secrets(of: row)
                    targets.append(row.number)
                } catch let error as KeychainError where error.code == .decode {
                    corrupt.append((row.number, row.tagList))
                }
            }
            return true
        }
        for row in corrupt { try ItemTable(db: session.db).quarantine(row.number, tags: row.tags) }
        return targets
    }

    // MARK: - Deleting

    /// Deletes every item that matches, in one transaction, locked or not.
    ///
    /// A locked item is judged by what of it can be searched for, or by its primary key if the query names all of that which
    /// is no default. If the query asks for more, nothing is deleted.
    ///
    /// - Parameters:
    ///   - query: which items are meant.
    ///   - leavesTombstones: whether each item leaves a mark of its primary key, for other devices to see.
    /// - Returns: how many there were.
    /// - Throws: `.interactionNotAllowed` if it cannot be told whether a locked item matches.
    @discardableResult
    public func delete(_ query: Query, leavesTombstones: Bool = false) throws(KeychainError) -> Int {
        try requireWritableGroup()
        if let composition = query.itemClass.composition {
            _ = try Plan(query, groups: accessGroups)
            // First, so that a locked key stops the deletion before it has begun.
            var count = try deleteKeyOfLastCertificate(query, leavesTombstones: leavesTombstones)
            for part in [composition.certificate, composition.key] {
                if let query = query.recast(to: part) { count += try delete(query, leavesTombstones: leavesTombstones) }
            }
            return count
        }
        let plan = try Plan(query, groups: accessGroups)
        guard plan.group != AccessGroups.token else { throw .foreignGroup(AccessGroups.token) }
        return try store.write(erasing: true) { session in
            let table = ItemTable(db: session.db)
            let search = Search(plan, session)
            var targets: [(number: Int64, tags: [SearchTag])] = []
            try search.forEachHit { row, hit in
                switch hit {
                case .corrupt: return true
                case .locked where leavesTombstones || !search.isDecided(row): throw KeyError.locked
                case .locked, .open: targets.append((row.number, row.tagList))
                }
                return true
            }
            for target in targets {
                if leavesTombstones {
                    try bury(target.number, session)
                } else {
                    try table.delete(target.number, tags: target.tags)
                }
            }
            return targets.count
        }
    }

    /// Leaves of an item what names it, without its secret.
    private func bury(_ number: Int64, _ session: Store.Session) throws {
        try ItemTable(db: session.db).row(number) { row in
            let old = try session.sealer.attributes(of: row)
            let (head, tags) = (row.head, row.tagList)
            var draft = Draft(itemClass: head.itemClass, attributes: [:], secrets: [:])
            for attribute in head.itemClass.primaryKey { draft.attributes[attribute.key] = old[attribute.key] }
            draft.attributes[.accessible] = old[.accessible]
            draft.attributes[.creationDate] = old[.creationDate]
            draft.attributes[.modificationDate] = .date(Draft.modificationDate(after: old))
            draft.attributes[.tombstone] = 1
            try ItemWriter(store, session).replace(number, head, tags: tags, with: draft, protection: head.protection)
            return true
        }
    }
}

extension Query {
    /// The same query for one of the classes that an identity is made of; nil if it asks for something that items of that
    /// class cannot have, so that none of them is meant.
    func recast(to itemClass: ItemClass) -> Query? {
        guard attributes.allSatisfy({ itemClass.attribute($0.key) != nil }) else { return nil }
        var query = self
        query.itemClass = itemClass
        query.persistentReference = persistentReference?.recast(to: itemClass)
        return query
    }
}
