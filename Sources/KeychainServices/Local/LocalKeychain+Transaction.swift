import Foundation

extension LocalKeychain {
    /// Makes several changes in one transaction: when this returns all of them are durable; if it throws none has been made.
    ///
    /// - Parameters:
    ///   - erases: whether something is deleted, which has to be erased from the disk as well.
    ///   - body: reads and changes items while all other writers wait. Prompts are not possible meanwhile.
    /// - Throws: the error of `body`; as ``Keychain/add(_:with:)`` for items that cannot be stored.
    package func transaction<Result>(
        erases: Bool = false, _ body: (KeychainTransaction) throws -> Result
    ) throws(KeychainError) -> Result {
        try store.write(erasing: { _ in erases }) { session in
            try body(KeychainTransaction(keychain: self, session: session))
        }
    }
}

/// The operations within ``LocalKeychain/transaction(erases:_:)``. Valid only during that call.
package struct KeychainTransaction {
    let keychain: LocalKeychain
    let session: Store.Session
    private let gate = AuthenticationGate(authentication: Authentication(interaction: .fail))

    init(keychain: LocalKeychain, session: Store.Session) {
        self.keychain = keychain
        self.session = session
    }

    /// Returns the matching items, with their secrets.
    package func items(matching query: Query) throws -> [Item] {
        let plan = try QueryPlan(query, groups: keychain.accessGroups)
        return try keychain.items(plan, limit: query.limit, reading: .data, in: session, gate)
    }

    /// Stores an item.
    package func add(_ item: NewItem) throws {
        let prepared = try keychain.prepare(item, gate)
        _ = try ItemWriter(keychain.store, session, gate).add(prepared.draft, protection: prepared.protection)
    }

    /// Changes the matching items, and returns their number.
    @discardableResult
    package func update(_ query: Query, with changes: Changes) throws -> Int {
        let stored = try StoredChanges(changes, of: query.itemClass)
        return try keychain.plans(forChanging: query).reduce(0) { count, plan in
            try count + keychain.update(plan, with: stored, in: session, gate).count
        }
    }

    /// Deletes the matching items, and returns their number.
    @discardableResult
    package func delete(_ query: Query) throws -> Int {
        try keychain.plans(forChanging: query).reduce(0) { count, plan in
            try count + keychain.delete(plan, leavesTombstones: false, in: session).count
        }
    }
}
