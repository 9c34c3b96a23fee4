import Foundation
import GRDB
import Glibc
import KeyManagement
import LinuxSupport

/// Copies of keychains for backups.
extension KeychainRoot {
    /// Returns the device key of this root, for a backup.
    ///
    /// - Throws: `.notAvailable` if there is none, or the TPM does not open it.
    package func deviceKeyForBackup() throws(KeychainError) -> DeviceKey {
        try translatingErrors {
            guard let key = try DeviceKeyFile(root: self).open() else {
                throw KeyError.deviceKeyMissing(deviceKeyPath)
            }
            return key
        }
    }

    /// Returns the device key with which a keychain of this root opens, for a backup.
    ///
    /// - Throws: as ``deviceKeyForBackup()``.
    package func deviceKeyForBackup(of name: String) throws(KeychainError) -> DeviceKey {
        try translatingErrors {
            guard let key = try deviceKey(ofKeychainAt: keychainPath(named: name)) else {
                throw KeyError.deviceKeyMissing(deviceKeyPath)
            }
            return key
        }
    }

    /// Whether there is a keychain with this name.
    package func hasKeychain(named name: String) -> Bool { Self.exists(keychainPath(named: name)) }

    /// Copies the state of a keychain at one moment, log included, into one file. Programs may write meanwhile, and need not wait.
    ///
    /// - Parameters:
    ///   - target: a path where no file exists.
    ///   - deviceKey: the key with which the keychain opens.
    ///   - leavingOut: whether items are left out that must not leave this device.
    /// - Returns: the contents of the copy, and what it lacks.
    /// - Throws: `.notAvailable` if the keychain cannot be read or the copy cannot be written.
    package func copyKeychain(
        named name: String, to target: String, deviceKey: DeviceKey, leavingOut: Bool
    ) throws(KeychainError) -> (contents: KeychainContents, leftOut: ItemsLeftOut) {
        try translatingErrors {
            try ForkGuard.withForksBlocked {
                let source = try Connection.reading(keychainPath(named: name))
                defer { source.close() }
                // Created with its final mode before anything is written to it.
                _ = try Descriptor(openingOwn: target, O_WRONLY | O_CREAT | O_EXCL)
                let copy = try DatabaseQueue(path: target, configuration: Self.plain)
                defer { try? copy.close() }
                try source.use { context in
                    try context.inTransaction(.deferred) {
                        try Schema.check(context.db)
                        try copy.inDatabase { try context.db.backup(to: $0) }
                    }
                }
                var left = ItemsLeftOut()
                if leavingOut { left = try DeviceItems.remove(from: copy, deviceKey) }
                try copy.inDatabase { try Self.compact($0) }
                return (try copy.inDatabase { try KeychainContents($0) }, left)
            }
        }
    }

    private static var plain: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    /// Removes what deleted rows leave behind. The agent that the keychain may belong to is this machine's.
    private static func compact(_ db: Database) throws {
        try db.execute(
            sql: """
                PRAGMA journal_mode = DELETE;
                PRAGMA temp_store = MEMORY;
                UPDATE keybag SET managed = 0;
                VACUUM;
                PRAGMA journal_mode = WAL;
                """)
    }

    /// Prepares a copy from a backup for its place in this root: items that must not leave another device are removed, whatever wrote them.
    ///
    /// - Parameter isOfThisDevice: whether the backup was made under the device key of this root.
    package func prepareRestored(
        _ path: String, deviceKey: DeviceKey, isOfThisDevice: Bool
    ) throws(KeychainError) {
        let isManaged = isKeychainManaged("default")
        try translatingErrors {
            try ForkGuard.withForksBlocked {
                let copy = try DatabaseQueue(path: path, configuration: Self.plain)
                defer { try? copy.close() }
                try copy.inDatabase { try Schema.check($0) }
                if !isOfThisDevice { _ = try DeviceItems.remove(from: copy, deviceKey) }
                try copy.inDatabase { db in
                    try Self.compact(db)
                    // As the others here: else programs would bypass an agent that was installed.
                    if isManaged { try db.execute(sql: "UPDATE keybag SET managed = 1") }
                }
            }
        }
    }

    /// Whether only an agent may open a keychain; false if there is none.
    private func isKeychainManaged(_ name: String) -> Bool {
        guard hasKeychain(named: name), let connection = try? Connection.reading(keychainPath(named: name)) else {
            return false
        }
        defer { connection.close() }
        return (try? connection.use { try KeybagTable.generation($0.db).isManaged }) ?? false
    }
}

extension ExaminedCopy {
    /// Examines a copy: the structure of the file, and every item that opens without a passcode.
    ///
    /// - Parameters:
    ///   - path: the copy, which no other process has.
    ///   - deviceKey: the key with which it opens.
    ///   - progress: receives the number of examined items, and their total.
    /// - Throws: `.notAvailable` if the file is not a keychain, or belongs to another device key.
    package init(
        at path: String, deviceKey: DeviceKey, progress: Keychain.Progress = { _, _ in }
    ) throws(KeychainError) {
        self = try translatingErrors {
            try ForkGuard.withForksBlocked {
                let connection = try Connection.reading(path)
                defer { connection.close() }
                return try connection.use { context in
                    try context.inTransaction(.deferred) { try Self.examine(context, deviceKey, progress) }
                }
            }
        }
    }

    private init(_ contents: KeychainContents, _ opened: Int, _ locked: Int, _ damage: String?) {
        (self.contents, self.opened, self.locked, self.damage) = (contents, opened, locked, damage)
    }

    private static func examine(
        _ context: Connection.Context, _ deviceKey: DeviceKey, _ progress: Keychain.Progress
    ) throws -> ExaminedCopy {
        try Schema.check(context.db)
        let contents = try KeychainContents(context.db)
        if let complaint = try Doctor.integrity(context.db).first { return ExaminedCopy(contents, 0, 0, complaint) }
        let keys = try KeySet(opening: KeybagTable.load(context.db), deviceKey: deviceKey)
        var examination = ItemExamination(context: context, keys: keys)
        try examination.run(progress)
        let bad = examination.corrupt.count + examination.lostKeys
        let damage: String? =
            bad > 0
            ? "\(bad) items cannot be opened"
            : !keys.damagedClassKeys.isEmpty
                ? "a class key does not open"
                : !examination.wronglyIndexed.isEmpty || examination.strayEntries > 0
                    ? "the search table does not match the items" : nil
        return ExaminedCopy(
            contents, examination.items - examination.locked - bad, examination.locked, damage)
    }
}
