import Foundation
import KeyManagement

extension LocalKeychain {
    /// Returns the plans of a change: one plan, or for identities one for each class of the items that they consist of.
    ///
    /// - Throws: `.missingEntitlement` also if every group that the program has is read-only.
    func plans(forChanging query: Query) throws(KeychainError) -> [QueryPlan] {
        guard accessGroups.defaultGroup != nil || accessGroups.isWildcard else { throw .noAccessGroup }
        let plan = try QueryPlan(query, groups: accessGroups)
        guard plan.group != AccessGroups.token else { throw .foreignGroup(AccessGroups.token) }
        guard let composition = query.itemClass.composition else { return [plan] }
        var plans: [QueryPlan] = []
        for part in [composition.certificate, composition.key] {
            if let query = query.recast(to: part) { plans.append(try QueryPlan(query, groups: accessGroups)) }
        }
        return plans
    }

    // MARK: - Updating

    package func update(
        _ query: Query, with changes: Changes, _ authentication: Authentication
    ) throws(KeychainError) -> Int {
        try update(query, with: changes, authentication) { _ in }
    }

    package func update(
        _ query: Query, with changes: Changes, _ authentication: Authentication, noting note: (ItemName) -> Void
    ) throws(KeychainError) -> Int {
        var updates: [(plan: QueryPlan, changes: StoredChanges)] = []
        for plan in try plans(forChanging: query) {
            let stored = try StoredChanges(changes, of: plan.itemClass)
            if let group = stored.open[.accessGroup]?.string { _ = try groupForWriting(group) }
            updates.append((plan, stored))
        }
        let changed = try ProgramListing.listing(listing, for: [changes.attributes]) {
            (identified) throws(KeychainError) in
            if let list = identified.first?[.accessList] {
                for index in updates.indices where updates[index].changes.open[.accessList] != nil {
                    updates[index].changes.open[.accessList] = list
                }
            }
            return try AuthenticationGate.perform(authentication, passcode: self) { (gate) throws(KeychainError) in
                for index in updates.indices { try gate.bind(&updates[index].changes.open) }
                return try store.write { session in
                    try updates.flatMap {
                        let plan = try plan($0.plan, ofHalfOf: query, in: session)
                        return try update(plan, with: $0.changes, in: session, gate)
                    }
                }
            }
        }
        changed.forEach(note)
        return changed.count
    }

    func update(
        _ plan: QueryPlan, with changes: StoredChanges, in session: Store.Session, _ gate: AuthenticationGate
    ) throws -> [ItemName] {
        var changed: [ItemName] = []
        let targets = try targets(of: plan, session, gate)
        let writer = ItemWriter(store, session, gate)
        for number in targets {
            try ItemTable(db: session.db).row(number) { row in
                var draft = try Draft(row, session.sealer, with: gate.authentication.context)
                let (head, tags) = (row.head, row.tagList)
                changed.append(ItemName(head, draft.attributes))
                try draft.update(with: changes)
                try writer.replace(number, head, tags: tags, with: draft, protection: draft.protection())
                return true
            }
        }
        return changed
    }

    /// Returns the rows that an update applies to. Corrupt ones are moved to the quarantine.
    private func targets(of plan: QueryPlan, _ session: Store.Session, _ gate: AuthenticationGate) throws -> [Int64] {
        var targets: [Int64] = []
        var corrupt: [(number: Int64, tags: [SearchTag])] = []
        try RowSearch(plan, session).forEachHit { row, hit in
            switch hit {
            case .locked: throw KeyError.locked
            case .corrupt: corrupt.append((row.number, row.tagList))
            case .open(let attributes):
                guard try gate.admits(attributes, readsSecret: true, session.keys.keybag) else { return true }
                do {
                    _ = try session.sealer.secrets(of: row, with: gate.authentication.context)
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

    package func delete(_ query: Query, leavesTombstones: Bool = false) throws(KeychainError) -> Int {
        try delete(query, leavesTombstones: leavesTombstones) { _ in }
    }

    package func delete(
        _ query: Query, leavesTombstones: Bool, noting note: (ItemName) -> Void
    ) throws(KeychainError) -> Int {
        let plans = try plans(forChanging: query)
        let removed = try store.write(erasing: { !$0.isEmpty }) { session in
            var removed: [ItemName] = []
            // The key first: once the certificate is deleted, it is not known which key belongs to it.
            if let ofKey = try keyOfLastCertificate(query, in: session) {
                removed += try delete(ofKey, leavesTombstones: leavesTombstones, in: session)
            }
            for plan in plans { removed += try delete(plan, leavesTombstones: leavesTombstones, in: session) }
            return removed
        }
        removed.forEach(note)
        return removed.count
    }

    func delete(_ plan: QueryPlan, leavesTombstones: Bool, in session: Store.Session) throws -> [ItemName] {
        let table = ItemTable(db: session.db)
        let search = RowSearch(plan, session)
        var targets: [(number: Int64, tags: [SearchTag], name: ItemName)] = []
        try search.forEachHit { row, hit in
            switch hit {
            case .corrupt: return true
            case .locked where leavesTombstones || !search.isDecided(row): throw KeyError.locked
            case .locked: targets.append((row.number, row.tagList, ItemName(row.head, nil)))
            case .open(let attributes):
                targets.append((row.number, row.tagList, ItemName(row.head, attributes)))
            }
            return true
        }
        for target in targets {
            if leavesTombstones {
                try makeTombstone(of: target.number, session)
            } else {
                try table.delete(target.number, tags: target.tags)
            }
        }
        return targets.map(\.name)
    }

    /// Turns an item into a tombstone: keeps its primary key, and removes its secret.
    private func makeTombstone(of number: Int64, _ session: Store.Session) throws {
        try ItemTable(db: session.db).row(number) { row in
            let old = try session.sealer.attributes(of: row)
            let (head, tags) = (row.head, row.tagList)
            var draft = Draft(itemClass: head.itemClass, attributes: [:], secrets: [:])
            for attribute in head.itemClass.primaryKey { draft.attributes[attribute.key] = old[attribute.key] }
            draft.attributes[.accessible] = old[.accessible]
            draft.attributes[.creationDate] = old[.creationDate]
            draft.attributes[.modificationDate] = .date(Draft.modificationDate(after: old))
            draft.attributes[.tombstone] = 1
            // A tombstone has no secret, so no authentication can be needed.
            let gate = AuthenticationGate(authentication: Authentication(interaction: .fail))
            try ItemWriter(store, session, gate).replace(
                number, head, tags: tags, with: draft, protection: head.protection)
            return true
        }
    }
}

extension Query {
    /// Returns the same query for one of the classes of which an identity consists; nil if it has a condition that items of that class
    /// cannot meet, so that none of them matches.
    func recast(to itemClass: ItemClass) -> Query? {
        guard attributes.allSatisfy({ itemClass.attribute($0.key) != nil }) else { return nil }
        var query = self
        query.itemClass = itemClass
        query.persistentReference = persistentReference?.recast(to: itemClass)
        return query
    }
}
