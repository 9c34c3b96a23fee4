import Foundation
import Glibc
import KeyManagement
import KeychainServices
import Secrets

/// Brings keychains and vaults of a backup back: all that were asked for, or none.
package struct BackupRestore {
    /// The keychains that are restored, and their names.
    package struct Choice: Sendable {
        /// The names of keychains and vaults; nil for all.
        package var only: [String]?
        /// Another name for the one that is restored.
        package var newName: String?
        /// Whether one that exists is replaced, after a backup of it.
        package var replaces = false

        /// Everything, under its own name, and nothing is replaced.
        package init() {}
    }

    /// The result of a restore.
    package struct Outcome: Sendable {
        /// The entries that were restored, and the names of their files here.
        package let restored: [(entry: BackupManifest.Entry, file: String)]
        /// The backup of what was replaced; nil if nothing was.
        package let saved: String?
        /// Whether the device key of this machine was lost, and came back with the backup: all of its keychains open again.
        package let broughtDeviceKeyBack: Bool
    }

    let root: KeychainRoot
    let release: String

    /// Prepares a restore.
    package init(root: KeychainRoot, release: String) {
        self.root = root
        self.release = release
    }

    /// Restores.
    ///
    /// - Throws: `.itemNotFound` for a name that the backup does not have; `.duplicateItem` if there is a keychain of the name;
    ///   `.notAvailable` if the backup was changed, a keychain that is replaced is in use, or something cannot be written. Nothing has
    ///   changed then.
    package func run(
        _ backup: OpenBackup, _ choice: Choice, progress: BackupProgress = { _, _ in }
    ) throws(KeychainError) -> Outcome {
        let selected = try select(backup.manifest, choice)
        do {
            try root.completeRestore()
            let hasDeviceKey = try root.bringBackDeviceKey(from: backup.deviceKeys)
            let staged = try selected.map { entry, file in
                (entry, RestoredKeychain(name: file, replaces: try checkPlace(file, choice)))
            }
            return try root.withCopies { directory in
                let saved = try take(staged, from: backup, directory, progress)
                return Outcome(restored: selected, saved: saved, broughtDeviceKeyBack: hasDeviceKey)
            }
        } catch {
            throw .ofBackup(error)
        }
    }

    private func take(
        _ staged: [(entry: BackupManifest.Entry, keychain: RestoredKeychain)], from backup: OpenBackup,
        _ directory: String, _ progress: BackupProgress
    ) throws -> String? {
        let paths = Dictionary(
            uniqueKeysWithValues: staged.map { ($0.entry.file, directory + "/" + $0.keychain.stagedName) })
        try backup.extract({ paths[$0.file] }, progress)
        let isOfThisDevice =
            (try? root.deviceKeyForBackup()).map { hexadecimal($0.id) == backup.manifest.device } ?? false
        for (entry, keychain) in staged {
            let path = directory + "/" + keychain.stagedName
            let found = try backup.examine(entry, path)
            if let damage = found.damage {
                throw KeychainError(
                    .notAvailable, "“\(entry.name)” was damaged when the backup was made: \(damage)",
                    remedy: "use an older backup; nothing was changed")
            }
            try root.prepareRestored(path, deviceKey: backup.deviceKey(of: entry), isOfThisDevice: isOfThisDevice)
        }
        let needed = Set(staged.map(\.entry.device))
        let replaced = staged.map(\.keychain).filter(\.replaces).map(\.name)
        // Nothing is written between the backup of what is replaced and its end.
        return try root.whileWritersWait(for: replaced) {
            let saved = try save(replaced, backup, directory)
            try root.putInPlace(
                staged.map(\.keychain), formerKeys: backup.deviceKeys.filter { needed.contains(hexadecimal($0.id)) })
            return saved
        }
    }

    /// Makes a backup of what is replaced, with all of its items, and reads it back. The secret of the backup that is restored opens it.
    private func save(_ names: [String], _ backup: OpenBackup, _ directory: String) throws -> String? {
        guard !names.isEmpty, let ownerKey = backup.ownerKey else { return nil }
        let copies = directory + "/replaced"
        guard mkdir(copies, 0o700) == 0 else {
            throw KeychainError(.notAvailable, "cannot make “\(copies)”", remedy: "see whether the disk is full")
        }
        defer { try? FileManager.default.removeItem(atPath: copies) }
        let path = unusedPath
        _ = try BackupMaker(root: root, release: release).makeComplete(
            of: names, at: path, keys: BackupKeys(sameOwner: backup.header.owner, ownerKey.bytes), in: copies)
        return path
    }

    private var unusedPath: String {
        let start = "\(root.path)/keychains/before-restore-\(BackupName.stamp(Date()))"
        for number in 1...1000 {
            let path = start + (number > 1 ? "-\(number)" : "") + BackupName.suffix
            if access(path, F_OK) != 0 { return path }
        }
        return start + "-\(UUID().uuidString)" + BackupName.suffix
    }

    // MARK: - Choice

    private func select(
        _ manifest: BackupManifest, _ choice: Choice
    ) throws(KeychainError) -> [(entry: BackupManifest.Entry, file: String)] {
        var entries = manifest.entries
        if let only = choice.only {
            entries = try only.map { name throws(KeychainError) in try Self.entry(name, manifest) }
            guard Set(entries.map(\.file)).count == entries.count else {
                throw KeychainError(.parameter, "a name is given twice", remedy: "give each name once")
            }
        }
        guard let newName = choice.newName else { return entries.map { ($0, $0.file) } }
        guard entries.count == 1, let entry = entries.first else {
            throw KeychainError(
                .parameter, "one new name is for one keychain or vault", remedy: "choose one with --only NAME")
        }
        let file = (entry.vault == nil ? "" : KeychainRoot.vaultPrefix) + newName
        guard BackupManifest.isKeychainName(newName), newName.utf8.count <= 64, BackupManifest.isKeychainName(file),
            entry.vault != nil || !newName.hasPrefix(KeychainRoot.vaultPrefix) && newName != BackupMaker.agentRecords
        else {
            throw .parameter("a name has letters, digits, “-”, “_” and “.” only, and 64 characters at most")
        }
        return [(entry, file)]
    }

    private static func entry(_ name: String, _ manifest: BackupManifest) throws(KeychainError) -> BackupManifest.Entry
    {
        let found = manifest.entries.filter { $0.name == name || $0.file == name }
        guard let first = found.first else {
            throw KeychainError(
                .itemNotFound, "the backup has no “\(name)”",
                remedy: "see what it has with: chatelaine backup --list FILE")
        }
        guard found.count == 1 else {
            throw KeychainError(
                .parameter, "the backup has a keychain and a vault “\(name)”",
                remedy: "name the vault: \(KeychainRoot.vaultPrefix)\(name)")
        }
        return first
    }

    /// Returns whether a keychain takes the place of another.
    private func checkPlace(_ file: String, _ choice: Choice) throws(KeychainError) -> Bool {
        guard root.hasKeychain(named: file) else { return false }
        guard choice.replaces else {
            let vault = file.hasPrefix(KeychainRoot.vaultPrefix)
            let name = vault ? String(file.dropFirst(KeychainRoot.vaultPrefix.count)) : file
            throw KeychainError(
                .duplicateItem, "there is a \(vault ? "vault" : "keychain") “\(name)” already; nothing was restored",
                remedy:
                    "restore it under another name with --only \(name) --as NAME, or replace what is there with --replace, "
                    + "which makes a backup of it first")
        }
        return true
    }
}
