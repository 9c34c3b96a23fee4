import Foundation
import GRDB
import GRDBSQLite
import KeyManagement

/// The tables `item`, `search` and `quarantine`. Reads and writes rows without interpreting them.
struct ItemTable {
    let db: Database
    /// Whether the rows of a search come without the secrets that take much memory.
    var leavesOutLongSecrets = false

    private var columns: String { leavesOutLongSecrets ? ItemRow.shortColumns : ItemRow.qualifiedColumns }

    // MARK: - Writing

    func insert(_ item: SealedItem) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT INTO item (id, class, flags, protection, classkey, revision, tags, key, metadata, secret) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        try run(statement, item)
        let number = sqlite3_last_insert_rowid(db.sqliteConnection)
        for tag in item.tags { try insert(tag, item: number) }
    }

    /// Replaces the row `number`, whose search tags were `oldTags`, by `item`.
    func replace(_ number: Int64, tags oldTags: [SearchTag], with item: SealedItem) throws {
        let statement = try PreparedStatement(
            db,
            """
            UPDATE item SET id = ?, class = ?, flags = ?, protection = ?, classkey = ?, revision = ?, tags = ?, key = ?, \
            metadata = ?, secret = ? WHERE number = ?
            """)
        try statement.bind(number, at: 11)
        try run(statement, item)
        for tag in oldTags where !item.tags.contains(tag) { try delete(tag, item: number) }
        for tag in item.tags where !oldTags.contains(tag) { try insert(tag, item: number) }
    }

    private func run(_ statement: borrowing PreparedStatement, _ item: SealedItem) throws {
        try item.head.id.withBytes { id in
            try item.tagBytes.withUnsafeBytes { tags in
                try item.wrappedKey.withUnsafeBytes { key in
                    try item.metadata.withUnsafeBytes { metadata in
                        try item.secret.withUnsafeBytes { secret in
                            try statement.bind(id, at: 1)
                            try statement.bind(Int64(item.head.itemClass.number), at: 2)
                            try statement.bind(item.head.flags.rawValue, at: 3)
                            try statement.bind(Int64(item.head.protection.rawValue), at: 4)
                            try statement.bind(item.head.classKey, at: 5)
                            try statement.bind(item.head.revision, at: 6)
                            try statement.bind(tags, at: 7)
                            try statement.bind(key, at: 8)
                            try statement.bind(metadata, at: 9)
                            try statement.bind(secret, at: 10)
                            try statement.run()
                        }
                    }
                }
            }
        }
    }

    func insert(_ tag: SearchTag, item number: Int64) throws {
        let statement = try PreparedStatement(db, "INSERT INTO search (tag, item) VALUES (?, ?)")
        try run(statement, tag, number)
    }

    private func delete(_ tag: SearchTag, item number: Int64) throws {
        let statement = try PreparedStatement(db, "DELETE FROM search WHERE tag = ? AND item = ?")
        try run(statement, tag, number)
    }

    private func run(_ statement: borrowing PreparedStatement, _ tag: SearchTag, _ number: Int64) throws {
        try tag.withBytes { bytes in
            try statement.bind(bytes, at: 1)
            try statement.bind(number, at: 2)
            try statement.run()
        }
    }

    func delete(_ number: Int64, tags: [SearchTag]) throws {
        for tag in tags { try delete(tag, item: number) }
        let statement = try PreparedStatement(db, "DELETE FROM item WHERE number = ?")
        try statement.bind(number, at: 1)
        try statement.run()
    }

    /// Moves a corrupt row, unchanged, to the quarantine, which searches ignore and `doctor` reports.
    func quarantine(_ number: Int64, tags: [SearchTag]) throws {
        let columns = "id, class, flags, protection, classkey, revision, tags, key, metadata, secret"
        let statement = try PreparedStatement(
            db, "INSERT INTO quarantine (moved, \(columns)) SELECT ?1, \(columns) FROM item WHERE number = ?2")
        try statement.bind(Date().microseconds, at: 1)
        try statement.bind(number, at: 2)
        try statement.run()
        try delete(number, tags: tags)
    }

    // MARK: - Reading

    /// Calls `body` with every row that has `tag`, in ascending order, until it returns false.
    func rows(with tag: SearchTag, _ body: (ItemRow) throws -> Bool) throws {
        let statement = try PreparedStatement(
            db,
            """
            SELECT \(columns) FROM search JOIN item ON item.number = search.item \
            WHERE search.tag = ? ORDER BY search.item
            """)
        try tag.withBytes { bytes in
            try statement.bind(bytes, at: 1)
            try forEachRow(statement, body)
        }
    }

    /// Calls `body` with every row of a class, in ascending order, until it returns false.
    func rows(of itemClass: ItemClass, _ body: (ItemRow) throws -> Bool) throws {
        let statement = try PreparedStatement(db, "SELECT \(columns) FROM item WHERE class = ? ORDER BY number")
        try statement.bind(Int64(itemClass.number), at: 1)
        try forEachRow(statement, body)
    }

    /// Calls `body` with the row `number`, if there is one.
    @discardableResult
    func row(_ number: Int64, _ body: (ItemRow) throws -> Bool) throws -> Bool {
        let statement = try PreparedStatement(db, "SELECT \(columns) FROM item WHERE number = ?")
        try statement.bind(number, at: 1)
        guard try statement.step(), let row = ItemRow(statement) else { return true }
        return try body(row)
    }

    /// Calls `body` with a row and its secret, also if the row was read without.
    func withSecret(of row: ItemRow, if isNeeded: Bool, _ body: (ItemRow) throws -> Void) throws {
        guard isNeeded, row.lacksSecret else { return try body(row) }
        try ItemTable(db: db).row(row.number) { complete in
            try body(complete)
            return false
        }
    }

    /// Calls `body` with at most `count` rows after `number`, and returns the number of the last, or nil if there was none.
    func rows(after number: Int64, count: Int64, _ body: (Int64, ItemRow?) throws -> Void) throws -> Int64? {
        let statement = try PreparedStatement(
            db, "SELECT \(ItemRow.columns) FROM item WHERE number > ? ORDER BY number LIMIT ?")
        try statement.bind(number, at: 1)
        try statement.bind(count, at: 2)
        var last: Int64?
        while try statement.step() {
            let current = statement.number(at: 0)
            try body(current, ItemRow(statement))
            last = current
        }
        return last
    }

    private func forEachRow(_ statement: borrowing PreparedStatement, _ body: (ItemRow) throws -> Bool) throws {
        while try statement.step() {
            // A row that cannot be an item's is skipped; `doctor` reports it.
            guard let row = ItemRow(statement) else { continue }
            guard try body(row) else { return }
        }
    }

    /// Returns the number of the first row from `least` on that has `tag`, or nil.
    func firstNumber(with tag: SearchTag, from least: Int64) throws -> Int64? {
        let statement = try PreparedStatement(
            db, "SELECT item FROM search WHERE tag = ? AND item >= ? ORDER BY item LIMIT 1")
        return try tag.withBytes { bytes in
            try statement.bind(bytes, at: 1)
            try statement.bind(least, at: 2)
            return try statement.step() ? statement.number(at: 0) : nil
        }
    }

    /// Deletes every item of a protection class.
    func deleteAll(_ protection: ProtectionClass) throws {
        var targets: [(number: Int64, tags: [SearchTag])] = []
        let statement = try PreparedStatement(db, "SELECT \(ItemRow.columns) FROM item WHERE protection = ?")
        try statement.bind(Int64(protection.rawValue), at: 1)
        try forEachRow(statement) { row in
            targets.append((row.number, row.tagList))
            return true
        }
        for target in targets { try delete(target.number, tags: target.tags) }
    }

    /// Deletes every item, also those in the quarantine.
    func deleteAll() throws {
        for table in ["search", "item", "quarantine"] { try db.execute(sql: "DELETE FROM \(table)") }
    }

    func count(_ protection: ProtectionClass) throws -> Int {
        let statement = try PreparedStatement(db, "SELECT count(*) FROM item WHERE protection = ?")
        try statement.bind(Int64(protection.rawValue), at: 1)
        return try statement.step() ? Int(statement.number(at: 0)) : 0
    }

    func count() throws -> Int {
        let statement = try PreparedStatement(db, "SELECT count(*) FROM item")
        return try statement.step() ? Int(statement.number(at: 0)) : 0
    }
}

extension ItemRow {
    /// The row's search tags, without an incomplete one at the end.
    var tagList: [SearchTag] {
        stride(from: 0, to: tags.count - tags.count % SearchTag.size, by: SearchTag.size).map {
            SearchTag(UnsafeRawBufferPointer(rebasing: tags[$0..<$0 + SearchTag.size]))
        }
    }
}
