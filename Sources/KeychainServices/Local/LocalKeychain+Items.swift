import Foundation
import KeyManagement
import Secrets

extension LocalKeychain {
    // MARK: - Adding

    package func add(_ item: NewItem, with authentication: Authentication) throws(KeychainError) -> Item {
        try ProgramListing.listing(listing, for: [item.attributes]) { (attributes) throws(KeychainError) in
            let item = item.with(attributes[0])
            return try AuthenticationGate.perform(authentication, passcode: self) { (gate) throws(KeychainError) in
                let prepared = try prepare(item, gate)
                return try store.write { session in
                    try ItemWriter(store, session, gate).add(prepared.draft, protection: prepared.protection)
                }
            }
        }
    }

    package func add(
        contentsOf items: [NewItem], with authentication: Authentication
    ) throws(KeychainError) -> [PersistentReference] {
        try ProgramListing.listing(listing, for: items.map(\.attributes)) { (attributes) throws(KeychainError) in
            try AuthenticationGate.perform(authentication, passcode: self) { (gate) throws(KeychainError) in
                var prepared: [PreparedItem] = []
                prepared.reserveCapacity(items.count)
                for (item, attributes) in zip(items, attributes) {
                    prepared.append(try prepare(item.with(attributes), gate))
                }
                return try store.write { session in
                    let writer = ItemWriter(store, session, gate)
                    return try prepared.map { try writer.add($0.draft, protection: $0.protection).persistentReference }
                }
            }
        }
    }

    struct PreparedItem {
        let draft: Draft
        let protection: ProtectionClass
    }

    /// Returns a new item as it is stored.
    ///
    /// - Parameters:
    ///   - key: the key in the token that it is the item of; nil for any other item.
    ///   - isPermanent: whether that key is stored.
    func prepare(
        _ item: NewItem, _ gate: AuthenticationGate, as key: TokenKey? = nil, isPermanent: Bool = true
    ) throws(KeychainError) -> PreparedItem {
        guard item.itemClass.composition == nil else {
            throw .parameter("an identity is stored as a key and a certificate")
        }
        if key == nil, let sealed = try item.sealedKey { return try prepare(item, gate, adopting: sealed) }
        var draft = try Draft(item)
        let group = try groupForWriting(draft.attributes[.accessGroup]?.string)
        // The default protection depends on the group, whether it was named or not.
        draft.attributes[.accessGroup] = .string(group)
        draft.attributes[.tombstone] = nil
        if let key {
            try draft.attributes.describe(key, isPermanent: isPermanent)
            draft.data = try key.data()
        } else {
            try draft.checkIsNotInToken()
            draft.removeForeignPublicHalf()
        }
        // Apple's constant for “not shared” is the empty name.
        if draft.attributes[.sharingGroup] == "" { draft.attributes[.sharingGroup] = nil }
        try draft.checkSharing()
        let protection = try draft.protection()
        try gate.bind(&draft.attributes)
        draft.complete(group: group, protection: protection, now: Date())
        try draft.checkSize()
        return PreparedItem(draft: draft, protection: protection)
    }

    /// Returns the group in which to store an item.
    ///
    /// - Parameter name: the group that the program names, or nil for its default.
    func groupForWriting(_ name: String?) throws(KeychainError) -> String {
        guard let group = name ?? accessGroups.defaultGroup else { throw .noAccessGroup }
        // Items on tokens are written only by the tokens' own software.
        guard accessGroups.allows(group), group != AccessGroups.token else { throw .foreignGroup(group) }
        return group
    }

    // MARK: - Searching

    package func items(
        matching query: Query, reading parts: ItemParts, with authentication: Authentication
    ) throws(KeychainError) -> [Item] {
        try items(matching: query, reading: parts, with: authentication) { _ in }
    }

    package func items(
        matching query: Query, reading parts: ItemParts, with authentication: Authentication,
        admitting admit: (_ size: Int) throws(KeychainError) -> Void
    ) throws(KeychainError) -> [Item] {
        // An invalid query is refused before anything is read.
        let plan = try QueryPlan(query, groups: accessGroups)
        guard query.limit.count > 0 else { return [] }
        defer { if parts.contains(.data) { wipeStack() } }
        return try AuthenticationGate.perform(authentication, passcode: self) { (gate) throws(KeychainError) in
            try store.read { session in
                guard query.itemClass.composition == nil else {
                    return try identities(matching: query, reading: parts, in: session, gate)
                }
                return try items(plan, limit: query.limit, reading: parts, in: session, gate, admitting: admit)
            }
        }
    }

    /// Returns matching items as ``items(matching:reading:with:)``, within a transaction.
    func items(
        _ plan: QueryPlan, limit: Query.Limit, reading parts: ItemParts, in session: Store.Session,
        _ gate: AuthenticationGate, admitting admit: (_ size: Int) throws(KeychainError) -> Void = { _ in }
    ) throws -> [Item] {
        var items: [Item] = []
        try RowSearch(plan, session, leavesOutLongSecrets: true).forEachHit { row, hit in
            switch hit {
            case .corrupt: return true
            case .locked: throw KeyError.locked
            case .open(let attributes):
                let readsData = parts.contains(.data) && !attributes.withholdData
                guard try gate.admits(attributes, readsSecret: readsData, session.keys.keybag) else {
                    guard let shown = gate.withheld(attributes) else { return true }
                    try admit(row.metadata.count)
                    items.append(Item(row.head, parts.contains(.attributes) ? shown : Attributes()))
                    return items.count < limit.count
                }
                let parts = try parts.given(of: attributes)
                let opensSecret = parts.contains(.data) || gate.mustOpenToProve(attributes)
                try admit(row.metadata.count + (opensSecret ? row.secretSize : 0))
                var item: Item?
                try ItemTable(db: session.db).withSecret(of: row, if: opensSecret) { row in
                    item = try Self.item(row, attributes, parts, session, gate)
                }
                if let item { items.append(item) }
                return items.count < limit.count
            }
        }
        return items
    }

    /// Makes the result for a row. Nil if the secret is requested and corrupt.
    private static func item(
        _ row: ItemRow, _ attributes: Attributes, _ parts: ItemParts, _ session: Store.Session,
        _ gate: AuthenticationGate
    ) throws -> Item? {
        var secrets = Attributes()
        if parts.contains(.data) || gate.mustOpenToProve(attributes) {
            do {
                let opened = try session.sealer.secrets(of: row, with: gate.authentication.context)
                if parts.contains(.data) { secrets = opened }
            } catch let error as KeychainError where error.code == .decode {
                return nil
            }
        }
        let data = secrets[.data]?.data
        secrets[.data] = nil
        // The attributes were decrypted to match the query; they are returned only if the caller requested them.
        var attributes = parts.contains(.attributes) ? attributes : Attributes()
        if parts.contains(.attributes), attributes[.accessControl] == nil {
            attributes[.accessControl] = .accessControl(try AccessControl(protection: row.head.protection))
        }
        return Item(row.head, attributes, data: data, secretAttributes: secrets)
    }
}

extension Item {
    fileprivate init(
        _ head: ItemHead, _ attributes: Attributes, data: Data? = nil, secretAttributes: Attributes = Attributes()
    ) {
        self.init(
            persistentReference: PersistentReference(itemClass: head.itemClass, id: head.id),
            attributes: attributes, data: data, secretAttributes: secretAttributes)
    }
}

extension NewItem {
    fileprivate func with(_ attributes: Attributes) -> NewItem {
        var item = self
        item.attributes = attributes
        return item
    }
}
