import Foundation
import GRDB
import Glibc
import KeyManagement
import LinuxSupport
import Secrets

/// The location and the creation of a keychain file.
struct KeychainFile: Sendable {
    let root: KeychainRoot
    let name: String
    private(set) var path: String
    /// The page size in bytes; 0 for SQLite's default.
    var pageSize = 0

    /// Whether it is made if it does not exist.
    var isMade = true

    /// The device key of a portable keychain, which is in the file itself; nil for that of the root.
    let ownKey: DeviceKey?
    var isPortable: Bool { ownKey != nil }

    /// The keychain called `name` under a root.
    init(root: KeychainRoot, name: String) {
        self.root = root
        self.name = name
        path = root.keychainPath(named: name)
        ownKey = nil
    }

    /// A portable keychain, which exists.
    init(portable path: String, _ ownKey: DeviceKey) {
        let url = URL(fileURLWithPath: path)
        root = KeychainRoot(path: url.deletingLastPathComponent().path)
        name = url.lastPathComponent
        self.path = path
        self.ownKey = ownKey
        isMade = false
    }

    /// Creates the missing files, and returns the device key.
    ///
    /// - Throws: `KeyError.deviceKeyMissing` if there is a keychain but no device key: neither is ever replaced by a
    ///   new one; `.notAvailable` if the directories or the files are another user's.
    func prepare() throws -> DeviceKey {
        if let ownKey { return ownKey }
        // One that is being made is made while holding the lock that this takes.
        if !path.hasSuffix(Self.temporarySuffix) { try root.completeRestore() }
        if KeychainRoot.exists(path), let key = try readDeviceKey() { return key }
        guard isMade || KeychainRoot.exists(path) else {
            throw KeychainError(.noSuchKeychain, "there is no keychain at “\(path)” any more")
        }
        try root.prepare()
        return try root.whileLocked {
            removeLeftovers()
            let deviceKey = try readDeviceKey() ?? makeDeviceKey()
            if !KeychainRoot.exists(path) {
                try root.refuseStrayLog(of: name)
                KeychainRoot.removeLog(of: path)
                try make(deviceKey)
            }
            return deviceKey
        }
    }

    /// The format that the file's header names; nil if it is not a keychain's header. A file may have one that is so damaged that SQLite
    /// does not open it (SQLite's file format, 1.3: the version at 60, the application at 68).
    var formatInHeader: Int64? {
        guard let handle = FileHandle(forReadingAtPath: path), let start = try? handle.read(upToCount: 72) else {
            return nil
        }
        let header = [UInt8](start)
        guard header.count == 72, Self.number(header[68...]) == Schema.applicationID else { return nil }
        return Int64(Self.number(header[60..<64]))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int32 {
        Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// The log of a keychain whose file is gone, if it has any changes: they were acknowledged, and only the log has them.
    var strayLog: String? { KeychainRoot.exists(path) ? nil : root.log(ofKeychain: name) }

    /// Whether the copies of a keychain must not outlive what becomes of this one: those of all, for the user's own, and else those of its
    /// name.
    func concernsCopies(of name: String) -> Bool {
        path == root.keychainPath(named: "default") || path == root.keychainPath(named: name)
    }

    // MARK: - Device key

    func readDeviceKey() throws -> DeviceKey? {
        if let ownKey { return ownKey }
        return try root.deviceKey(ofKeychainAt: path)
    }

    /// Makes a new device key.
    ///
    /// - Parameter forKeychainsThatExist: whether existing keychains can be opened without the missing device key.
    func makeDeviceKey(forKeychainsThatExist: Bool = false) throws -> DeviceKey {
        let directory = root.path + "/keychains"
        let existing = try FileManager.default.contentsOfDirectory(atPath: directory)
        guard forKeychainsThatExist || !existing.contains(where: { $0.hasSuffix(KeychainRoot.suffix) }) else {
            throw KeyError.deviceKeyMissing(root.deviceKeyPath)
        }
        let deviceKey = DeviceKey.makeRandom()
        try store(deviceKey)
        return deviceKey
    }

    /// Makes the file of a device key, which does not exist.
    func store(_ deviceKey: DeviceKey) throws {
        let temporary = root.deviceKeyPath + Self.temporarySuffix
        let contents = deviceKey.fileContents()
        do {
            let file = try Descriptor(openingOwn: temporary, O_WRONLY | O_CREAT | O_EXCL)
            try contents.withUnsafeBytes { try file.write($0, path: temporary) }
            try file.synchronize(path: temporary)
        }
        try Self.rename(temporary, root.deviceKeyPath)
        try Descriptor.synchronizeDirectory(root.path)
    }

    // MARK: - File

    static let temporarySuffix = ".unfinished"

    /// Makes the file under a temporary name and renames it when it is complete and durable.
    private func make(_ deviceKey: DeviceKey) throws {
        let temporary = path + Self.temporarySuffix
        try make(at: temporary, KeySet.make(deviceKey: deviceKey).keybag)
        try Descriptor(openingOwn: temporary, O_RDONLY).synchronize(path: temporary)
        try Self.rename(temporary, path)
        try Descriptor.synchronizeDirectory(root.path + "/keychains")
    }

    /// Makes a new file with a keybag and no items.
    func make(at path: String, _ keybag: Keybag) throws {
        _ = try Descriptor(openingOwn: path, O_WRONLY | O_CREAT | O_EXCL)
        try Self.fill(path, keybag, pageSize: pageSize)
    }

    /// Fills an empty file.
    ///
    /// - Parameter adding: adds what belongs to it besides.
    static func fill(
        _ path: String, _ keybag: Keybag, pageSize: Int = 0, adding: (Database) throws -> Void = { _ in }
    ) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { db in
            if pageSize > 0 { try db.execute(sql: "PRAGMA page_size = \(pageSize)") }
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.inTransaction {
                try Schema.create(in: db)
                try KeybagTable.store(keybag, in: db)
                try adding(db)
                return .commit
            }
            // As the last step, so that the log is empty and is removed when the connection closes.
            try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
    }

    static func rename(_ old: String, _ new: String) throws(KeychainError) {
        guard retrying({ Glibc.rename(old, new) }) == 0 else { throw .system("rename to", new) }
    }

    /// The keychain as it is named while it is being made.
    var unfinished: KeychainFile {
        var file = self
        file.path += Self.temporarySuffix
        file.isMade = false
        return file
    }

    /// The unfinished files of processes that ended while they made them.
    var leftovers: [String] {
        let candidates =
            [root.deviceKeyPath + Self.temporarySuffix]
            + [unfinished.path + ".lock"]
            + ([unfinished.path] + copiesWithLog).flatMap { file in
                ([""] + KeychainRoot.logSuffixes).map { file + $0 }
            }
        return candidates.filter(KeychainRoot.exists)
    }

    /// Removes leftovers. Called with the root's lock held, so that no other process uses them.
    func removeLeftovers() {
        for path in leftovers { unlink(path) }
    }
}
