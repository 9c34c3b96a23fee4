import GRDB
import KeyManagement

/// Operations of the agent and its installer.
extension LocalKeychain {
    /// Whether a use has shown that only an agent may open the keychain.
    package var belongsToAgent: Bool { store.belongsToAgent.load(ordering: .relaxed) }

    /// Permits this process to use the keychain from now on even if it belongs to the agent.
    package func actForAgent() { store.actsForAgent.store(true, ordering: .relaxed) }

    /// Whether only the agent may open the keychain (Docs/keychain-format.md, "Tables").
    ///
    /// - Throws: `.notAvailable` if the file cannot be read.
    package func isManaged() throws(KeychainError) -> Bool {
        try store.read { try KeybagTable.generation($0.db).isManaged }
    }

    /// Assigns the keychain to the agent, or returns it to every program.
    ///
    /// - Throws: `.notAvailable` if the file cannot be written.
    package func setManaged(_ isManaged: Bool) throws(KeychainError) {
        try store.write { session in
            try session.db.execute(sql: "UPDATE keybag SET managed = ?", arguments: [isManaged])
        }
    }

    /// Erases all items, the passcode, the recovery key and every key but the device's, and the copies of keychains that were deleted or
    /// repaired. What is left is an empty keychain without a passcode.
    ///
    /// - Throws: `.notAvailable` if the file cannot be written, then nothing is erased; or if a copy cannot be removed.
    package func erase() throws(KeychainError) {
        try store.changeKeys({ try $0.erased() }) { session in try ItemTable(db: session.db).deleteAll() }
        store.changes.notify()
        try removeOldCopies()
    }

    /// Removes the copies of deleted keychains and those from before repairs that must not outlive what has become of this keychain.
    ///
    /// - Throws: `.notAvailable` if one cannot be removed; the others are removed all the same.
    func removeOldCopies() throws(KeychainError) {
        guard let file = store.file else { return }
        var problem: KeychainError?
        do throws(KeychainError) {
            try file.root.removeDeletedKeychains { file.concernsCopies(of: $0.name) }
        } catch {
            problem = error
        }
        try file.root.removeRepairCopies { file.concernsCopies(of: $0.keychain) }
        if let problem { throw problem }
    }

    /// Returns the names of all access groups that have items, as far as the items are not locked.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read.
    package func groupsInUse() throws(KeychainError) -> Set<String> {
        let all = LocalKeychain(store: store, accessGroups: AccessGroups(["*"]))
        var groups = Set<String>()
        for itemClass in ItemClass.all where itemClass.composition == nil {
            let query = Query(itemClass, synchronizable: .any)
            try store.read { session in
                try RowSearch(QueryPlan(query, groups: all.accessGroups), session).forEachHit { _, hit in
                    if case .open(let attributes) = hit, let group = attributes[.accessGroup]?.string {
                        groups.insert(group)
                    }
                    return true
                }
            }
        }
        return groups
    }
}

extension Keychain {
    /// Returns the keychain that this process has open, for callers that act for the agent.
    ///
    /// - Throws: `.notAvailable` if the keychain belongs to another process.
    package func forAgent() throws(KeychainError) -> LocalKeychain {
        guard let local = try service() as? LocalKeychain else {
            throw KeychainError(.notAvailable, "the keychain belongs to another process")
        }
        local.actForAgent()
        return local
    }
}
