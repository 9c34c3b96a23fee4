import Foundation
import GRDB
import Glibc
import LinuxSupport

/// A deleted keychain whose file is kept for a while. Its passcode still opens it.
package struct DeletedKeychain: Hashable, Sendable {
    /// The name that the keychain had.
    package let name: String
    /// The time of the deletion, to the second.
    package let date: Date
    /// The file's path.
    package let path: String

    /// The days for which a copy is kept.
    package static let keptDays = 30
    /// The time from which on it is removed.
    package var expires: Date { date + Double(Self.keptDays) * 86_400 }
    /// The name of the vault that the keychain was; `nil` if it was none.
    package var vaultName: String? {
        name.hasPrefix(KeychainRoot.vaultPrefix) ? String(name.dropFirst(KeychainRoot.vaultPrefix.count)) : nil
    }
}

/// New names for keychain files, and none.
///
/// Each change is one rename(2) or unlink(2) of a file that nothing else has open and whose log is empty: a process that is ended at any
/// moment leaves the keychain complete, under one name or the other.
extension KeychainRoot {
    /// Between the name of a deleted keychain and the time. No name of a vault has it.
    private static let separator: Character = "~"
    var deletedDirectory: String { path + "/deleted" }

    /// Gives a keychain another name.
    ///
    /// - Throws: `.noSuchKeychain`; `.duplicateItem` if there is a keychain with the new name; `.notAvailable` if another process has the
    ///   keychain open.
    package func renameKeychain(_ old: String, to new: String) throws(KeychainError) {
        try whileClosed(old) { path in
            try refuseExisting(new)
            // First: if the process ends before the file has its name, the next try finds it under the old one.
            try renameRepairCopies(of: old, to: new)
            try KeychainFile.rename(path, keychainPath(named: new))
            try Descriptor.synchronizeDirectory(self.path + "/keychains")
        }
    }

    /// Deletes a keychain, and keeps its file under ``deletedKeychains``.
    ///
    /// - Throws: as ``renameKeychain(_:to:)``.
    package func putAsideKeychain(_ name: String, at date: Date) throws(KeychainError) {
        try whileClosed(name) { path in
            if mkdir(deletedDirectory, 0o700) == 0 {
                guard chmod(deletedDirectory, 0o700) == 0 else {
                    throw KeychainError.system("set the mode of", deletedDirectory)
                }
                try Descriptor.synchronizeDirectory(self.path)
            } else if errno != EEXIST {
                throw KeychainError.system("make the directory", deletedDirectory)
            }
            // Two in one second: the later one counts as a second younger.
            var seconds = Int64(date.timeIntervalSince1970.rounded(.down))
            while Self.exists(deletedPath(name, seconds)) { seconds += 1 }
            try KeychainFile.rename(path, deletedPath(name, seconds))
            try Descriptor.synchronizeDirectory(deletedDirectory)
            try Descriptor.synchronizeDirectory(self.path + "/keychains")
        }
    }

    /// Deletes a keychain, and keeps nothing of it.
    ///
    /// - Throws: as ``renameKeychain(_:to:)``.
    package func removeKeychain(_ name: String) throws(KeychainError) {
        // What is to be removed need not be complete.
        try whileClosed(name, ifComplete: false) { path in
            guard unlink(path) == 0 else { throw KeychainError.system("remove", path) }
            try Descriptor.synchronizeDirectory(self.path + "/keychains")
        }
    }

    /// The deleted keychains that are kept, the oldest first.
    package var deletedKeychains: [DeletedKeychain] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: deletedDirectory)) ?? []
        return files.compactMap { file in
            guard file.hasSuffix(Self.suffix) else { return nil }
            let words = file.dropLast(Self.suffix.count).split(separator: Self.separator)
            guard words.count == 2, let seconds = Int64(words[1]) else { return nil }
            return DeletedKeychain(
                name: String(words[0]), date: Date(timeIntervalSince1970: Double(seconds)),
                path: deletedDirectory + "/" + file)
        }.sorted { ($0.date, $0.name) < ($1.date, $1.name) }
    }

    /// Returns advice on the copy of a deleted vault. A vault that has the name now has to make room first: the command that removes copies
    /// would remove it as well.
    package func remedy(for copy: DeletedKeychain) -> String {
        let name = copy.vaultName ?? copy.name
        let others = Self.exists(keychainPath(named: copy.name)) ? "rename the vault that has its name now; then " : ""
        return others
            + "bring it back with: chatelaine vault undelete \(name); or remove it: chatelaine vault delete \(name) --now"
    }

    /// Gives a deleted keychain its name back.
    ///
    /// - Parameter isManaged: whether only an agent may open it from then on. That is set before it has its name, so that a process that is
    ///   ended in between does not leave a keychain that its owner cannot open.
    /// - Throws: `.duplicateItem` if there is a keychain with that name; `.notAvailable` if the file cannot be changed or moved.
    package func bringBack(_ deleted: DeletedKeychain, isManaged: Bool) throws(KeychainError) {
        try translatingErrors {
            try whileLocked {
                try refuseExisting(deleted.name)
                let connection = try ExclusiveConnection(path: deleted.path, counter: nil)
                defer { connection.close() }
                try connection.setManaged(isManaged)
                Self.removeLog(of: keychainPath(named: deleted.name))
                try KeychainFile.rename(deleted.path, keychainPath(named: deleted.name))
                try Descriptor.synchronizeDirectory(path + "/keychains")
                try Descriptor.synchronizeDirectory(deletedDirectory)
                Self.removeLog(of: deleted.path)
            }
        }
    }

    /// Removes the files of those deleted keychains that match.
    ///
    /// - Throws: `.notAvailable` if one cannot be removed; the others are removed all the same.
    package func removeDeletedKeychains(where matches: (DeletedKeychain) -> Bool) throws(KeychainError) {
        try checkDirectories()
        var (problem, isChanged) = (KeychainError?.none, false)
        for deleted in deletedKeychains where matches(deleted) {
            isChanged = true
            if unlink(deleted.path) != 0, errno != ENOENT { problem = problem ?? .system("remove", deleted.path) }
            Self.removeLog(of: deleted.path)
        }
        if isChanged { try Descriptor.synchronizeDirectory(deletedDirectory) }
        if let problem { throw problem }
    }

    // MARK: - Steps

    /// Calls `body` while no other process makes, renames or removes files of this root.
    ///
    /// - Throws: `.notAvailable` if the directories are another user's; the error of `body`.
    func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
        try checkDirectories()
        return try FileLock(path: lockPath).whileHolding(timeout: Connections.lockTimeout, body)
    }

    private func deletedPath(_ name: String, _ seconds: Int64) -> String {
        "\(deletedDirectory)/\(name)\(Self.separator)\(seconds)\(Self.suffix)"
    }

    static func exists(_ path: String) -> Bool {
        // A symbolic link without a target exists as well, and must not be replaced.
        var status = stat()
        return lstat(path, &status) == 0
    }

    private func refuseExisting(_ name: String) throws(KeychainError) {
        guard !Self.exists(keychainPath(named: name)) else {
            throw KeychainError(.duplicateItem, "there is a keychain “\(name)” already", remedy: "choose another name")
        }
        // SQLite would take it for the log of the file that gets the name.
        try refuseStrayLog(of: name)
    }

    /// The endings of the files that SQLite makes next to a keychain.
    static let logSuffixes = ["-wal", "-shm", "-journal"]

    /// Removes the log of a keychain that is no longer there, which SQLite would take for another's with the same name.
    static func removeLog(of path: String) {
        for suffix in logSuffixes { unlink(path + suffix) }
    }

    /// Runs `body` while no process has the keychain open, and its log is empty.
    ///
    /// - Parameter ifComplete: whether the log stays as it is, and that is an error, if acknowledged changes are missing.
    private func whileClosed(
        _ name: String, ifComplete: Bool = true, _ body: (_ path: String) throws -> Void
    ) throws(KeychainError) {
        let path = keychainPath(named: name)
        try translatingErrors {
            try StoreRegistry.shared.whileRetired(path) {
                // No keychain is made meanwhile.
                try whileLocked {
                    guard Self.exists(path) else {
                        throw KeychainError(.noSuchKeychain, "there is no keychain “\(name)”")
                    }
                    try Self.whileExclusive(path, counter: ifComplete ? counter(of: path) : nil) { try body(path) }
                }
            }
        }
    }

    /// Runs `body`, which gives a keychain's file another name or none, while no process has it open, and its log is empty.
    ///
    /// - Parameter counter: the counter that has to be reached before the log is moved; nil for any state.
    static func whileExclusive(_ path: String, counter: CommitCounter?, _ body: () throws -> Void) throws {
        let connection = try ExclusiveConnection(path: path, counter: counter)
        // Until it closes, a process waits that has the file open under its old name, and looks at the name after that.
        defer { connection.close() }
        try body()
        removeLog(of: path)
        unlink(path + ".lock")
    }
}

/// The one connection that any process has to a keychain's file.
private struct ExclusiveConnection {
    private let queue: DatabaseQueue

    /// - Parameter counter: the counter that has to be reached before the log is moved; nil for any state.
    /// - Throws: `.notAvailable` if another process has the file open for longer than the timeout, or acknowledged changes are missing.
    init(path: String, counter: CommitCounter?) throws {
        try KeychainRoot.checkFiles(of: path)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(2)
        configuration.prepareDatabase { db in
            // Else closing it would move a log in which changes are missing.
            try Connection.harden(db)
            // Before the first access, which takes the lock: no index of the log is shared with others.
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            let recorded = counter?.read()
            try queue.inDatabase { db in
                // In this mode a transaction keeps its lock until the connection closes.
                try db.execute(sql: "BEGIN IMMEDIATE; COMMIT")
                if let missing = try? CommitNumber.load(db).missing(from: recorded, in: MainFile(db: db)), missing > 0 {
                    throw KeychainError.changesMissing(missing)
                }
                try Self.emptyLog(db)
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw Self.busy
        }
    }

    /// Stores whether only an agent may open the keychain.
    func setManaged(_ isManaged: Bool) throws {
        try queue.inDatabase { db in
            try db.execute(sql: "UPDATE keybag SET managed = ?", arguments: [isManaged])
            try Self.emptyLog(db)
        }
    }

    func close() { try? queue.close() }

    private static func emptyLog(_ db: Database) throws {
        let row = try PreparedStatement(db, "PRAGMA wal_checkpoint(TRUNCATE)")
        guard try row.step(), row.number(at: 0) == 0 else { throw busy }
    }

    private static var busy: KeychainError {
        KeychainError(.notAvailable, "another program has the keychain open", remedy: "end it, then try again")
    }
}
