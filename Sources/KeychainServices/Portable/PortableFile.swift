import CLinux
import Dispatch
import Foundation
import GRDB
import Glibc
import KeyManagement
import LinuxSupport
import Secrets

/// The file of a portable keychain: anywhere in a directory of the user's.
///
/// Specified in: Docs/keychain-format.md, "Portable keychains".
struct PortableFile: Sendable {
    /// The longest path in bytes (PATH_MAX, without room for the endings of SQLite's files).
    static let longestPath = 4000

    let path: String
    private var directory: String { (path as NSString).deletingLastPathComponent }
    private var lockPath: String { path + ".lock" }
    private var unfinished: String { path + KeychainFile.temporarySuffix }

    /// - Throws: `.parameter` for a path that is not absolute, has no name at its end, or is too long.
    init(_ path: String) throws(KeychainError) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard path.hasPrefix("/"), !name.isEmpty, name != ".", name != "..", path.utf8.count <= Self.longestPath,
            !path.utf8.contains(0), name.utf8.count <= 200
        else { throw .parameter("the path of a keychain is absolute, and ends with the name of a file") }
        self.path = path
    }

    var exists: Bool { KeychainRoot.exists(path) }

    /// Checks that the directory and the files are this user's alone, and that the file has no other name: of two names each would have
    /// a log of its own.
    ///
    /// - Throws: `.noSuchKeychain` if there is none; `.notAvailable`.
    func check() throws(KeychainError) {
        try checkDirectory()
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw .system("read the status of", path) }
            throw absent
        }
        try elsewhere { () throws(KeychainError) in try KeychainRoot.checkFiles(of: path) }
        guard status.st_nlink == 1 else {
            throw KeychainError(
                .notAvailable, "the keychain “\(path)” has another name (a hard link)",
                remedy: "remove the other name, or copy the file")
        }
    }

    private func checkDirectory() throws(KeychainError) {
        let directory = directory
        try elsewhere { () throws(KeychainError) in
            try KeychainRoot.checkDirectory(directory)
            try KeychainRoot.refuseNetworkFileSystem(directory)
        }
    }

    var absent: KeychainError { KeychainError(.noSuchKeychain, "there is no keychain at “\(path)”") }

    /// Gives the errors of checks the advice for a keychain that can be in any directory.
    private func elsewhere<Result>(_ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result {
        do throws(KeychainError) { return try body() } catch {
            guard error.code == .notAvailable else { throw error }
            throw KeychainError(
                .notAvailable, error.reason, remedy: "put the keychain into a directory in which only you can write")
        }
    }

    // MARK: - Reading

    /// Reads the wrapped key, which takes no password.
    ///
    /// - Throws: `.noSuchKeychain`; `.invalidKeychain` for a file that is none; `.notAvailable`.
    func readKey() throws(KeychainError) -> PortableKey {
        try check()
        return try translatingErrors {
            do {
                return try ForkGuard.withForksBlocked {
                    let connection = try Connection.reading(path)
                    defer { connection.close() }
                    return try connection.use { context in
                        try context.inTransaction(.deferred) {
                            try Schema.check(context.db, isPortable: true)
                            return try PasswordTable.load(context.db)
                        }
                    }
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
                throw KeychainError(.invalidKeychain, "“\(path)” is not a keychain, or damaged")
            }
        }
    }

    /// Returns the store of the file: one for all names that lead to it.
    ///
    /// - Throws: `.notAvailable` if the file was replaced.
    func store(_ key: PortableKey, _ deviceKey: DeviceKey) throws(KeychainError) -> Store {
        let store = try StoreRegistry.shared.store(
            for: KeychainFile(portable: path, deviceKey), passcodeCost: .tuned)
        guard store.keys.keybag.keychainID == key.keychainID else { throw .movedWhileOpen }
        return store
    }

    // MARK: - Making and removing

    /// Makes the file, which has its name once it is complete and durable. What an interrupted creation has left is replaced.
    ///
    /// - Throws: `.duplicateKeychain` if there is a file of that name; `.readOnly`, `.notAvailable`.
    func make(_ keybag: Keybag, _ key: PortableKey) throws(KeychainError) {
        try refuseExisting()
        try checkDirectory()
        try translatingErrors {
            try FileLock(path: lockPath).whileHolding(timeout: Connections.lockTimeout) {
                try refuseExisting()
                removeUnfinished()
                defer { removeUnfinished() }
                _ = try Descriptor(openingOwn: unfinished, O_WRONLY | O_CREAT | O_EXCL)
                try ForkGuard.withForksBlocked {
                    try KeychainFile.fill(unfinished, keybag) { db in
                        try Schema.addPassword(in: db)
                        try PasswordTable.store(key, in: db)
                    }
                }
                try Descriptor(openingOwn: unfinished, O_RDONLY).synchronize(path: unfinished)
                // A log without its file has nothing that could be opened: SQLite would take it for the new one's.
                KeychainRoot.removeLog(of: path)
                try Self.name(unfinished, path)
                try Descriptor.synchronizeDirectory(directory)
            }
        }
    }

    /// - Throws: `.duplicateKeychain`.
    func refuseExisting() throws(KeychainError) {
        guard !exists else { throw Self.duplicate(path) }
    }

    private static func duplicate(_ path: String) -> KeychainError {
        KeychainError(.duplicateKeychain, "there is a file at “\(path)” already", remedy: "choose another name")
    }

    /// Gives a file its name, which no other file has: another program, which takes no lock, may have made one since ``refuseExisting()``.
    ///
    /// - Throws: `.duplicateKeychain`; `.readOnly`, `.notAvailable`.
    static func name(_ unfinished: String, _ path: String) throws(KeychainError) {
        switch clinux_rename_new(unfinished, path) {
        case 0: return
        case EEXIST: throw duplicate(path)
        case let code: throw .system("rename to", path, errno: code)
        }
    }

    private func removeUnfinished() {
        unlink(unfinished)
        KeychainRoot.removeLog(of: unfinished)
    }

    /// Removes the file. Processes that have it open get errors from then on. The file of the lock stays: with one of its own for each
    /// process, two could make the keychain at the same time.
    ///
    /// - Throws: `.noSuchKeychain`; `.invalidKeychain` for a file that is not a portable keychain, which stays.
    func remove() throws(KeychainError) {
        _ = try readKey()
        try translatingErrors {
            try StoreRegistry.shared.whileRetired(path) {
                try FileLock(path: lockPath).whileHolding(timeout: Connections.lockTimeout) {
                    guard unlink(path) == 0 || errno == ENOENT else { throw KeychainError.system("remove", path) }
                    KeychainRoot.removeLog(of: path)
                    try Descriptor.synchronizeDirectory(directory)
                }
            }
        }
    }
}
