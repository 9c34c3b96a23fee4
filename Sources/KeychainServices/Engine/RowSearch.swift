import Foundation
import KeyManagement

/// Finds the rows that match a plan, within one transaction.
struct RowSearch {
    let plan: QueryPlan
    let session: Store.Session
    private let table: ItemTable
    /// The tags that a row must have, all of them.
    private let required: [SearchTag]
    /// The tags of the groups, of which a row must have one; nil if every group matches.
    private let groups: [SearchTag]?

    /// - Parameter leavesOutLongSecrets: whether rows come without secrets that take much memory (``ItemTable/withSecret(of:if:_:)``).
    init(_ plan: QueryPlan, _ session: Store.Session, leavesOutLongSecrets: Bool = false) {
        self.plan = plan
        self.session = session
        table = ItemTable(db: session.db, leavesOutLongSecrets: leavesOutLongSecrets)
        let tags = session.tags
        var required: [SearchTag] = []
        if case .id(let id)? = plan.query.persistentReference?.target { required.append(tags.tag(id, plan.itemClass)) }
        for attribute in plan.itemClass.searchable where attribute.key != .accessGroup {
            if let value = plan.filters[attribute.key] {
                required.append(tags.tag(plan.itemClass, attribute.key, value))
            }
        }
        self.required = required
        if let group = plan.group {
            groups = [tags.tag(plan.itemClass, .accessGroup, .string(group))]
        } else if plan.groups.isWildcard {
            groups = nil
        } else {
            groups = plan.groups.names.map { tags.tag(plan.itemClass, .accessGroup, .string($0)) }
        }
    }

    /// A row that matches the plan.
    enum Hit {
        case open(Attributes)
        /// Its class key is not in memory, and its tags and flags match the query.
        case locked
        /// It cannot be opened although its keys are available.
        case corrupt
    }

    /// Calls `body` with every hit in ascending order until it returns false.
    func forEachHit(_ body: (ItemRow, Hit) throws -> Bool) throws {
        try forEachCandidate { row in
            guard let hit = try match(row) else { return true }
            return try body(row, hit)
        }
    }

    private func match(_ row: ItemRow) throws -> Hit? {
        guard row.head.itemClass == plan.itemClass, plan.flagsMatch(row.head.flags) else { return nil }
        let tags = row.tags
        guard required.allSatisfy({ $0.isIn(tags) }), groups?.contains(where: { $0.isIn(tags) }) ?? true else {
            return nil
        }
        do {
            let attributes = try session.sealer.attributes(of: row)
            return plan.matches(attributes) ? .open(attributes) : nil
        } catch KeyError.locked {
            return .locked
        } catch KeyError.missing {
            return nil
        } catch let error as KeychainError where error.code == .decode {
            return .corrupt
        }
    }

    /// Whether the match of a locked row, which is based on its tags, is certain.
    func isDecided(_ row: ItemRow) -> Bool { plan.isDecidedByTags() || hasNamedPrimaryKey(row) }

    /// Whether the plan names the row's primary key, with defaults for the rest, so that no other filter is left.
    private func hasNamedPrimaryKey(_ row: ItemRow) -> Bool {
        guard plan.query.hostOrSubdomain == nil, let key = row.tagList.first,
            plan.filters.allSatisfy({ plan.itemClass.attribute($0.key)?.isInPrimaryKey == true })
        else { return false }
        let synchronizable: AttributeValue = row.head.flags.contains(.synchronizable) ? 1 : 0
        guard plan.filters[.synchronizable] ?? synchronizable == synchronizable else { return false }
        var attributes = plan.filters
        attributes[.synchronizable] = synchronizable
        let groups = plan.group.map { [$0] } ?? plan.groups.names
        return groups.contains { group in
            attributes[.accessGroup] = .string(group)
            return session.tags.primaryKeyTag(plan.itemClass, attributes) == key
        }
    }

    // MARK: - Candidates

    private func forEachCandidate(_ body: (ItemRow) throws -> Bool) throws {
        if case .row(let number)? = plan.query.persistentReference?.target {
            try table.row(number, body)
        } else if required.count == 1 {
            try table.rows(with: required[0], body)
        } else if required.count > 1 {
            try forEachInAll(required, body)
        } else if let groups, groups.count == 1 {
            try table.rows(with: groups[0], body)
        } else if let groups {
            try forEachInAny(groups, body)
        } else {
            try table.rows(of: plan.itemClass, body)
        }
    }

    /// Enumerates rows that have all of `tags`. Each tag in turn skips to its first row that is not before the furthest candidate, so
    /// that the work is bounded by the rarest tag, whichever it is.
    private func forEachInAll(_ tags: [SearchTag], _ body: (ItemRow) throws -> Bool) throws {
        var candidate = Int64.min
        var agreeing = 0
        var turn = 0
        while true {
            guard let next = try table.firstNumber(with: tags[turn], from: candidate) else { return }
            agreeing = next == candidate ? agreeing + 1 : 1
            candidate = next
            turn = (turn + 1) % tags.count
            if agreeing == tags.count {
                guard try table.row(candidate, body), candidate < .max else { return }
                candidate += 1
                agreeing = 0
            }
        }
    }

    /// Enumerates rows that have at least one of `tags`.
    private func forEachInAny(_ tags: [SearchTag], _ body: (ItemRow) throws -> Bool) throws {
        var heads = try tags.map { try table.firstNumber(with: $0, from: .min) }
        while let number = heads.compactMap({ $0 }).min() {
            guard try table.row(number, body), number < .max else { return }
            for index in heads.indices where heads[index] == number {
                heads[index] = try table.firstNumber(with: tags[index], from: number + 1)
            }
        }
    }
}
