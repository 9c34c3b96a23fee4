import Foundation
import GRDB
import KeyManagement

/// Decrypts every item, and checks that the search table has the right entries for it.
struct ItemExamination {
    let context: Connection.Context
    let keys: KeySet

    private(set) var items = 0
    private(set) var locked = 0
    /// The rows that cannot be opened although their keys are available, with the tags in the row.
    private(set) var corrupt: [(number: Int64, tags: [SearchTag])] = []
    private(set) var lostKeys = 0
    /// What the items of each class key are.
    private var byClassKey: [Int64: ClassKeyUse] = [:]
    /// The number of intact items that require the passcode, by the number of their key pair.
    private(set) var passcodePairs: [Int64: Int] = [:]
    /// The rows whose entries in the search table are not the right ones.
    private(set) var wronglyIndexed: Set<Int64> = []
    /// The number of entries in the search table that refer to no row, or to one that does not have the tag.
    private(set) var strayEntries = 0
    private(set) var hardwareKeys = HardwareKeys()
    private var duplicates = 0
    private var quarantined = 0

    private static let rowsAtATime: Int64 = 1000

    init(context: Connection.Context, keys: KeySet) {
        self.context = context
        self.keys = keys
    }

    mutating func run(_ progress: Keychain.Progress) throws {
        let table = ItemTable(db: context.db)
        let total = try table.count()
        var last = Int64.min
        while let next = try examine(table, after: last) {
            last = next
            progress(items, total)
        }
        try countStrayEntries()
        quarantined = try count("SELECT count(*) FROM quarantine")
    }

    private mutating func examine(_ table: ItemTable, after last: Int64) throws -> Int64? {
        var rows: [(number: Int64, state: RowState)] = []
        var pairs: [Int64: Int64] = [:]
        var heads: [Int64: ItemHead] = [:]
        let sealer = ItemSealer(keys: keys, scratch: context.scratch)
        let next = try table.rows(after: last, count: Self.rowsAtATime) { number, row in
            rows.append((number, row.map { Self.classify($0, sealer) } ?? .unreadable([])))
            pairs[number] = row.flatMap(sealer.passcodePair)
            heads[number] = row?.head
            if let row { hardwareKeys.count(row, sealer) }
        }
        for (number, state) in rows {
            items += 1
            if let head = heads[number] { count(state, head) }
            switch state {
            case .good(let tags): if try !isIndexed(number, tags) { wronglyIndexed.insert(number) }
            case .locked(let tags):
                locked += 1
                if try !isIndexed(number, tags) { wronglyIndexed.insert(number) }
            case .lostKey: lostKeys += 1
            case .unreadable(let tags):
                corrupt.append((number, tags))
                continue
            }
            if let pair = pairs[number] { passcodePairs[pair, default: 0] += 1 }
        }
        return next
    }

    private enum RowState {
        case good([SearchTag])
        case locked([SearchTag])
        case lostKey
        case unreadable([SearchTag])
    }

    // MARK: - Class keys

    private struct ClassKeyUse {
        let protection: ProtectionClass
        var good = 0
        var unreadable = 0
        var lost = 0
    }

    private mutating func count(_ state: RowState, _ head: ItemHead) {
        var use = byClassKey[head.classKey] ?? ClassKeyUse(protection: head.protection)
        switch state {
        case .good: use.good += 1
        case .unreadable: use.unreadable += 1
        case .lostKey: use.lost += 1
        case .locked: break
        }
        byClassKey[head.classKey] = use
    }

    /// The number of items whose class key is gone although their class has one, or that the class key of their number does not open, none
    /// of several. Items that stay on their device are not counted: a recovery on another device makes new keys for their classes.
    var itemsOfExchangedKeys: Int {
        byClassKey.reduce(0) { count, element in
            let (number, use) = element
            guard [.whenUnlocked, .afterFirstUnlock].contains(use.protection), use.good == 0 else { return count }
            let hasOther = keys.keybag.classKeys.contains {
                $0.protection == use.protection && $0.isCurrent && $0.number != number
            }
            return count + (hasOther ? use.lost : 0) + (use.unreadable > 1 ? use.unreadable : 0)
        }
    }

    private static func classify(_ row: ItemRow, _ sealer: ItemSealer) -> RowState {
        do {
            let attributes = try sealer.attributes(of: row)
            try sealer.checkSecrets(of: row)
            let tags = SearchTags(keys: sealer.keys).allTags(row.head.itemClass, id: row.head.id, attributes)
            return tags == row.tagList ? .good(tags) : .unreadable(row.tagList)
        } catch KeyError.locked {
            return .locked(row.tagList)
        } catch KeyError.missing, KeyError.damaged {
            return .lostKey
        } catch {
            return .unreadable(row.tagList)
        }
    }

    private func isIndexed(_ number: Int64, _ tags: [SearchTag]) throws -> Bool {
        let table = ItemTable(db: context.db)
        return try tags.allSatisfy { try table.firstNumber(with: $0, from: number) == number }
    }

    /// Counts stray entries: the row does not exist or does not have the tag.
    private mutating func countStrayEntries() throws {
        let statement = try PreparedStatement(
            context.db,
            "SELECT search.tag, item.tags FROM search LEFT JOIN item ON item.number = search.item ORDER BY search.tag")
        while try statement.step() {
            let tag = statement.bytes(at: 0)
            guard tag.count == SearchTag.size, SearchTag(tag).isIn(statement.bytes(at: 1)) else {
                strayEntries += 1
                continue
            }
        }
    }

    private func count(_ sql: String) throws -> Int {
        let statement = try PreparedStatement(context.db, sql)
        return try statement.step() ? Int(statement.number(at: 0)) : 0
    }

    func report(to diagnosis: inout Diagnosis) {
        diagnosis.items = items
        diagnosis.lockedItems = locked
        if !corrupt.isEmpty {
            diagnosis.add(
                .error, .corruptItem, "\(corrupt.count) items are damaged and cannot be read",
                remedy: "--repair moves them to the quarantine, where searches ignore them")
        }
        if lostKeys > 0 {
            diagnosis.add(
                .error, .lostKey, "\(lostKeys) items belong to a class key that the keybag does not have",
                remedy: "a backup from before the loss opens them; they are left as they are")
        }
        if !wronglyIndexed.isEmpty || strayEntries > 0 {
            diagnosis.add(
                .error, .searchIndex,
                "\(wronglyIndexed.count) items cannot be found by all of their attributes, and \(strayEntries) search entries are stray",
                remedy: "--repair rebuilds the search table")
        }
        if quarantined > 0 {
            diagnosis.add(
                .note, .quarantine, "\(quarantined) damaged items are in the quarantine",
                remedy: "remove them with: chatelaine doctor --empty-quarantine")
        }
        if locked > 0 {
            diagnosis.add(
                .note, .locked, "items that could not be checked because they are locked: \(locked)",
                remedy: "give the passcode")
        }
    }
}
