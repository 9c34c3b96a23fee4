import Foundation
import GRDB
import Glibc
import KeyManagement
import LinuxSupport

extension Doctor {
    /// Makes a copy of the keychain, and then fixes permissions, leftovers, the search table, damaged items and key pairs.
    /// If the file's structure is damaged, or the log beyond a damaged part has changes that are missing, everything that is readable is
    /// copied into a new file, which replaces the old one.
    ///
    /// - Returns: the findings before the repair, and the steps of the repair.
    /// - Throws: as ``examine(progress:)``; `.notAvailable` also if the copy cannot be made, or a later release has made the keychain.
    ///   Nothing has changed then.
    public func repair(progress: Keychain.Progress = { _, _ in }) throws(KeychainError) -> Diagnosis {
        var diagnosis = try examine(progress: progress)
        // A file of this format in its place would lack what the later one has added.
        if let later = diagnosis.findings.first(where: { $0.kind == .laterFormat }) {
            throw KeychainError(.notAvailable, later.text, remedy: later.remedy)
        }
        guard diagnosis.findings.contains(where: \.isRepairable), Self.mode(file.path) != nil || file.strayLog != nil
        else {
            return diagnosis
        }
        do {
            // Other writers wait meanwhile.
            try FileLock(path: file.path + ".lock").whileHolding(timeout: Connections.lockTimeout) {
                try repairFiles(&diagnosis)
                let kinds = Set(diagnosis.findings.filter(\.isRepairable).map(\.kind))
                let lost = kinds.contains(.missingChanges) ? LostFrames(ofKeychainAt: file.path) : nil
                guard
                    lost != nil
                        || !kinds.isDisjoint(with: [.structure, .notReadable, .keybag, .corruptItem, .searchIndex])
                else { return }
                diagnosis.backup = try makeBackup()
                if let lost {
                    try salvage(lost, &diagnosis, progress)
                } else if kinds.isDisjoint(with: [.structure, .notReadable]) {
                    try repairContents(&diagnosis)
                } else {
                    try salvage(&diagnosis, progress)
                }
            }
        } catch {
            throw KeychainError(error)
        }
        return diagnosis
    }

    private func repairFiles(_ diagnosis: inout Diagnosis) throws {
        try setStrayLogAside(&diagnosis)
        for path in file.leftovers where unlink(path) == 0 { diagnosis.repairs.append("removed “\(path)”") }
        let modes: [(String, mode_t)] = [
            (root.path, 0o700), (root.path + "/keychains", 0o700), (file.path, 0o600), (root.deviceKeyPath, 0o600),
            (file.path + "-wal", 0o600), (file.path + "-shm", 0o600), (file.path + ".lock", 0o600),
        ]
        for (path, expected) in modes {
            guard let mode = Self.mode(path), mode & ~expected != 0 else { continue }
            guard chmod(path, expected) == 0 else { throw KeychainError.system("set the mode of", path) }
            diagnosis.repairs.append("set the mode of “\(path)” to \(String(expected, radix: 8))")
        }
    }

    /// Copies the file and its log, as they are.
    func makeBackup() throws -> String {
        let backup = RepairCopy.unusedPath(of: file.path, at: Date())
        for suffix in ["", "-wal"] where Self.mode(file.path + suffix) != nil {
            try FileManager.default.copyItem(atPath: file.path + suffix, toPath: backup + suffix)
            try Descriptor(openingOwn: backup + suffix, O_RDONLY).synchronize(path: backup)
        }
        return backup
    }

    private func repairContents(_ diagnosis: inout Diagnosis) throws {
        guard let deviceKey = try file.readDeviceKey() else { return }
        let connection = try Connection(path: file.path, role: .writer)
        defer { connection.close() }
        let (moved, indexed, pairs) = try connection.use { context in
            let result = try context.inTransaction(.immediate) {
                let pairs = try repairKeyPairs(context.db, deviceKey)
                let table = ItemTable(db: context.db)
                var examination = ItemExamination(context: context, keys: try openKeys(context.db, deviceKey))
                try examination.run { _, _ in }
                for row in examination.corrupt { try table.quarantine(row.number, tags: row.tags) }
                let indexIsWrong = !examination.wronglyIndexed.isEmpty || examination.strayEntries > 0
                if indexIsWrong { try table.rebuildSearch() }
                return (examination.corrupt.count, indexIsWrong, pairs)
            }
            try context.checkpoint(truncating: true)
            return result
        }
        if pairs {
            diagnosis.repairs.append("removed the damaged key pairs, or replaced their public halves")
        }
        if moved > 0 { diagnosis.repairs.append("moved \(moved) damaged items to the quarantine") }
        if indexed { diagnosis.repairs.append("rebuilt the search table") }
    }

    /// Permanently removes the copies that repairs have made: all, if this is the user's own keychain, else those of this one.
    ///
    /// - Returns: the number of copies.
    /// - Throws: `.notAvailable` if one cannot be removed; the others are removed all the same.
    public func removeCopies() throws(KeychainError) -> Int {
        try root.removeRepairCopies { file.concernsCopies(of: $0.keychain) }
    }

    /// Permanently removes the items in the quarantine.
    ///
    /// - Returns: the number of items.
    /// - Throws: `.notAvailable` if the file cannot be opened, is another user's, or lacks acknowledged changes.
    public func emptyQuarantine() throws(KeychainError) -> Int {
        try checkOwner()
        do {
            return try FileLock(path: file.path + ".lock").whileHolding(timeout: Connections.lockTimeout) {
                let connection = try Connection(
                    path: file.path, role: .writer, counter: root.counter(of: file.path))
                defer { connection.close() }
                return try connection.use { context in
                    let count = try context.commit {
                        try Schema.check(context.db)
                        try PreparedStatement(context.db, "DELETE FROM quarantine").run()
                        return context.db.changesCount
                    }
                    try context.checkpoint(truncating: true)
                    return count
                }
            }
        } catch {
            throw KeychainError(error)
        }
    }
}

extension ItemTable {
    /// Rebuilds the search table from the tags in the rows, which the sealed attributes authenticate.
    func rebuildSearch() throws {
        try PreparedStatement(db, "DELETE FROM search").run()
        var last = Int64.min
        while true {
            var entries: [(number: Int64, tags: [SearchTag])] = []
            let next = try rows(after: last, count: 1000) { number, row in
                if let row { entries.append((number, row.tagList)) }
            }
            for entry in entries {
                for tag in Set(entry.tags) { try insert(tag, item: entry.number) }
            }
            guard let next else { return }
            last = next
        }
    }
}
