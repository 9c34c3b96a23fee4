import Foundation
import GRDB
import Glibc
import KeyManagement
import LinuxSupport

extension Doctor {
    /// Copies every row that can still be read and opened into a new file, with the same keybag and the same ids, and replaces the
    /// damaged file by it.
    ///
    /// - Parameter doubtful: a file with rows that may be newer, of which only those count that can be opened; nil for none.
    func salvage(
        _ diagnosis: inout Diagnosis, _ progress: Keychain.Progress, from path: String? = nil, doubtful: String? = nil
    ) throws {
        guard let deviceKey = try file.readDeviceKey() else { throw KeyError.deviceKeyMissing(root.deviceKeyPath) }
        let counter = CommitCounter(ofKeychainAt: file.path, key: CommitCounterKey(deviceKey))
        let source = try Self.openDamaged(path ?? file.path)
        defer { try? source.close() }
        let newer = try doubtful.map(Self.openDamaged)
        defer { try? newer?.close() }
        let keys = try source.unsafeRead { db in
            let keys = try keysForSalvage(db, deviceKey)
            return try keys.repairingKeyPairs(checkKeyPairs(keys))
        }
        let fresh = file.path + KeychainFile.temporarySuffix
        try file.make(at: fresh, keys.keybag)
        let target = try Connection(path: fresh, role: .writer)
        var ids = Set<ItemID>()
        let sure = try newer?.unsafeRead { db in
            try target.use { try Salvage(source: db, context: $0, keys: keys, takesLocked: false).run(progress, &ids) }
        }
        let (kept, damaged) = try source.unsafeRead { db in
            try target.use { context in
                try Salvage(source: db, context: context, keys: keys, takesLocked: true).run(progress, &ids)
            }
        }
        let counted = try target.use { context in
            let counted = try count(in: context, after: counter.read(), source)
            try context.checkpoint(truncating: true)
            return counted
        }
        target.close()
        KeychainRoot.removeLog(of: fresh)
        try Descriptor(openingOwn: fresh, O_RDONLY).synchronize(path: fresh)
        KeychainRoot.removeLog(of: file.path)
        try KeychainFile.rename(fresh, file.path)
        try Descriptor.synchronizeDirectory(root.path + "/keychains")
        if let counted { counter.write(counted) }
        diagnosis.repairs.append(
            "copied \(kept + (sure?.kept ?? 0)) items into a new file; \(damaged) could not be read")
    }

    /// Stores the number of the next change in the new file, so that what it was made from counts as older.
    private func count(
        in context: Connection.Context, after recorded: CounterRecord?, _ source: DatabaseQueue
    ) throws -> CounterRecord? {
        let last = try? source.unsafeRead { try CommitNumber.load($0) }
        let id = try CommitNumber.load(context.db).keychainID
        let known = recorded.flatMap { $0.keychainID == id ? $0.number : nil }
        let number = max(last?.number ?? 0, known ?? 0) + 1
        let isStored = try context.inTransaction(.immediate) { try CommitNumber.store(number, in: context.db) }
        return isStored ? CounterRecord(keychainID: id, number: number, moved: number) : nil
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
    /// Whether rows count that cannot be opened for lack of a key, and may be intact.
    let takesLocked: Bool

    /// - Parameter ids: the ids of the items that the new file has already; those that are copied are added.
    func run(_ progress: Keychain.Progress, _ ids: inout Set<ItemID>) throws -> (kept: Int, damaged: Int) {
        let known = knownNumbers()
        let numbers = Self.withGaps(known)
        let sealer = ItemSealer(keys: keys, scratch: context.scratch)
        let table = ItemTable(db: source)
        var (kept, damaged) = (0, 0)
        // A row from the newer state takes the place of an older one with the same primary key and another id.
        let isFirst = ids.isEmpty
        try context.inTransaction(.immediate) {
            for (index, number) in numbers.enumerated() {
                var (isKept, isKnown) = (false, false)
                // An error here is expected: the row is in the damaged part.
                _ = try? table.row(number) { row in
                    isKnown = ids.contains(row.head.id)
                    guard !isKnown, isReadable(row, sealer) else { return true }
                    if !isFirst, !row.head.flags.contains(.tombstone), let name = row.tagList.first, try isTaken(name) {
                        isKnown = true
                        return true
                    }
                    ids.insert(row.head.id)
                    try ItemTable(db: context.db).insert(copyOf: row)
                    isKept = true
                    return true
                }
                if isKept {
                    kept += 1
                } else if known.contains(number), !isKnown {
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
            return takesLocked && (error as? KeyError == .locked || error as? KeyError == .missing)
        }
    }

    private func isTaken(_ tag: SearchTag) throws -> Bool {
        try ItemTable(db: context.db).firstNumber(with: tag, from: Int64.min) != nil
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
