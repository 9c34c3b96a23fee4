import Foundation

extension LocalKeychain {
    /// Several changes as one: when this returns all of them are durable; if it throws none has happened.
    ///
    /// - Parameters:
    ///   - erases: whether something is deleted, which is to be gone from the disk as well.
    ///   - body: reads and changes items, alone among all writers. Nobody can be asked for anything meanwhile.
    /// - Throws: what `body` throws; as ``Keychain/add(_:with:)`` for what cannot be stored.
    package func transaction<Result>(
        erases: Bool = false, _ body: (KeychainTransaction) throws -> Result
    ) throws(KeychainError) -> Result {
        try store.write(erasing: { _ in erases }) { session in
            try body(KeychainTransaction(keychain: self, session: session))
        }
    }
}

/// What can be done within ``LocalKeychain/transaction(erases:_:)``, and no longer than that.
package struct KeychainTransaction {
    let keychain: LocalKeychain
    let session: Store.Session
    private let gate = Gate(authentication: Authentication(interaction: .fail))

    init(keychain: LocalKeychain, session: Store.Session) {
        self.keychain = keychain
        self.session = session
    }

    /// The items that match, with their secrets.
    package func items(matching query: Query) throws -> [Item] {
        let plan = try Plan(query, groups: keychain.accessGroups)
        return try keychain.items(plan, limit: query.limit, reading: .data, in: session, gate)
    }

    /// Stores an item.
    package func add(_ item: NewItem) throws {
        let prepared = try keychain.prepare(item, gate)
        _ = try ItemWriter(keychain.store, session, gate).add(prepared.draft, protection: prepared.protection)
    }

    /// Changes the items that match, and returns how many there were.
    @discardableResult
    package func update(_ query: Query, with changes: Changes) throws -> Int {
        let stored = try StoredChanges(changes, of: query.itemClass)
        return try keychain.plans(forChanging: query).reduce(0) { count, plan in
            try count + keychain.update(plan, with: stored, in: session, gate).count
        }
    }

    /// Deletes the items that match, and returns how many there were.
    @discardableResult
    package func delete(_ query: Query) throws -> Int {
        try keychain.plans(forChanging: query).reduce(0) { count, plan in
            try count + keychain.delete(plan, leavesTombstones: false, in: session).count
        }
    }
}
