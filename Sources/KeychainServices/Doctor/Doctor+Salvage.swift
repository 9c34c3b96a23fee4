import Foundation
import GRDB
import Glibc
import KeyManagement
import LinuxSupport

extension Doctor {
    /// Copies every row that can still be read and opened into a new file, with the same keybag and the same ids, and replaces the
    /// damaged file by it.
    func salvage(_ diagnosis: inout Diagnosis, _ progress: Keychain.Progress) throws {
        guard let deviceKey = try file.readDeviceKey() else { throw KeyError.deviceKeyMissing(root.deviceKeyPath) }
        let source = try Self.openDamaged(file.path)
        defer { try? source.close() }
        let keys = try source.unsafeRead { db in
            let keys = try keysForSalvage(db, deviceKey)
            return try keys.repairingKeyPairs(checkKeyPairs(keys))
        }
        let fresh = file.path + KeychainFile.temporarySuffix
        try file.make(at: fresh, keys.keybag)
        let target = try Connection(path: fresh, role: .writer)
        let (kept, damaged) = try source.unsafeRead { db in
            try target.use { context in
                let counts = try Salvage(source: db, context: context, keys: keys).run(progress)
                try context.checkpoint(truncating: true)
                return counts
            }
        }
        target.close()
        KeychainRoot.removeLog(of: fresh)
        try Descriptor(openingOwn: fresh, O_RDONLY).synchronize(path: fresh)
        KeychainRoot.removeLog(of: file.path)
        try KeychainFile.rename(fresh, file.path)
        try Descriptor.synchronizeDirectory(root.path + "/keychains")
        diagnosis.repairs.append("copied \(kept) items into a new file; \(damaged) could not be read")
    }

    private func keysForSalvage(_ db: Database, _ deviceKey: DeviceKey) throws -> KeySet {
        try openKeys(db, deviceKey, ignoresDamagedPairs: true)
    }

    /// Whether a damaged file still has the keys without which nothing in it can be read.
    func canSalvage() -> Bool {
        guard let deviceKey = try? file.readDeviceKey(), let source = try? Self.openDamaged(file.path) else {
            return false
        }
        defer { try? source.close() }
        return (try? source.unsafeRead { db in try keysForSalvage(db, deviceKey) }) != nil
    }

    /// Opens a connection without the settings that would refuse a damaged file.
    private static func openDamaged(_ path: String) throws -> DatabaseQueue {
        try KeychainRoot.checkFiles(of: path)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(10)
        // SQLite refuses a file that was cut off, unless its tables may be written: then it has as many pages as there are.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA writable_schema = ON") }
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}

/// Reads all that is readable of a damaged file: rows from the start, rows from the end, and the rest one by one, by the
/// numbers that the search table still has.
private struct Salvage {
    let source: Database
    let context: Connection.Context
    let keys: KeySet

    func run(_ progress: Keychain.Progress) throws -> (kept: Int, damaged: Int) {
        let known = knownNumbers()
        let numbers = Self.withGaps(known)
        let sealer = ItemSealer(keys: keys, scratch: context.scratch)
        let table = ItemTable(db: source)
        var (kept, damaged) = (0, 0)
        var ids = Set<ItemID>()
        try context.inTransaction(.immediate) {
            for (index, number) in numbers.enumerated() {
                var isKept = false
                // An error here is expected: the row is in the damaged part.
                _ = try? table.row(number) { row in
                    guard isReadable(row, sealer), ids.insert(row.head.id).inserted else { return true }
                    try ItemTable(db: context.db).insert(copyOf: row)
                    isKept = true
                    return true
                }
                if isKept {
                    kept += 1
                } else if known.contains(number) {
                    damaged += 1
                }
                if index % 1000 == 0 { progress(index, numbers.count) }
            }
        }
        return (kept, damaged)
    }

    private func isReadable(_ row: ItemRow, _ sealer: ItemSealer) -> Bool {
        do {
            _ = try sealer.attributes(of: row)
            try sealer.checkSecrets(of: row)
            return true
        } catch {
            // A row that cannot be decrypted for lack of a key may be intact.
            return error as? KeyError == .locked || error as? KeyError == .missing
        }
    }

    /// Returns the numbers of rows that some part of the file still refers to.
    private func knownNumbers() -> Set<Int64> {
        var numbers = Set<Int64>()
        for sql in [
            "SELECT number FROM item ORDER BY number", "SELECT number FROM item ORDER BY number DESC",
            "SELECT item FROM search ORDER BY tag", "SELECT item FROM search ORDER BY tag DESC",
        ] {
            collect(sql, into: &numbers)
        }
        return numbers
    }

    /// Fills the gaps: rows between two damaged parts may have no reference left, but their numbers lie between those of others.
    private static func withGaps(_ known: Set<Int64>) -> [Int64] {
        guard let first = known.min(), let last = known.max() else { return [] }
        let (span, overflow) = last.subtractingReportingOverflow(first)
        return overflow || span > 10_000_000 ? known.sorted() : Array(first...last)
    }

    /// Collects numbers, and stops silently at the damaged part of the file.
    private func collect(_ sql: String, into numbers: inout Set<Int64>) {
        guard let statement = try? PreparedStatement(source, sql) else { return }
        while let hasRow = try? statement.step(), hasRow { numbers.insert(statement.number(at: 0)) }
    }
}

extension ItemTable {
    /// Inserts a copy of a row with its sealed parts unchanged.
    func insert(copyOf row: ItemRow) throws {
        try insert(
            SealedItem(
                head: row.head, tags: row.tagList, wrappedKey: Array(row.wrappedKey), metadata: Array(row.metadata),
                secret: Array(row.secret)))
    }
}
