import Foundation
import GRDB
import Glibc
import KeyManagement
import Secrets

/// Examines a keychain file and, on request, repairs it after making a copy.
///
/// It works on files that can no longer be opened as keychains, and must not run in a process that has the same keychain open.
public struct Doctor: ~Copyable {
    let root: KeychainRoot
    let file: KeychainFile
    let passcode: SecretBytes?
    /// Where keys in hardware are; nil for the token of the user's settings.
    private(set) var token: KeyToken?

    /// Prepares an examination.
    ///
    /// - Parameters:
    ///   - root: the location of the keychain and its device key.
    ///   - name: the file's name, without its extension.
    ///   - passcode: decrypts locked items; without it they are only counted.
    public init(root: KeychainRoot, name: String = "default", passcode: consuming SecretBytes? = nil) {
        self.root = root
        file = KeychainFile(root: root, name: name)
        self.passcode = passcode
    }

    /// As ``init(root:name:passcode:)``, with another token than that of the user's settings.
    package init(root: KeychainRoot, token: KeyToken) {
        self.init(root: root)
        self.token = token
    }

    /// Examines everything without changing it.
    ///
    /// - Parameter progress: called with the number of examined items and the total.
    /// - Throws: `.authenticationFailed` if the passcode that was given is not the keychain's; `.notAvailable` if a
    ///   directory or a file belongs to another user, or a file is a link or no regular file.
    public func examine(progress: Keychain.Progress = { _, _ in }) throws(KeychainError) -> Diagnosis {
        try checkOwner()
        var diagnosis = Diagnosis()
        guard examineFiles(&diagnosis) else { return diagnosis }
        do {
            // Before the rest: everything of a later release may be different, and what looks like damage to this one may be none.
            if let format = file.formatInHeader { try Schema.check(format: format) }
            guard let deviceKey = examineDeviceKey(&diagnosis) else { return diagnosis }
            let counter = CommitCounter(ofKeychainAt: file.path, key: CommitCounterKey(deviceKey))
            let connection = try Connection.reading(file.path, counter: counter)
            defer { connection.close() }
            try connection.use { context in
                let recorded = counter.read()
                try context.inTransaction(.deferred) {
                    compare(context, recorded, &diagnosis)
                    try examine(context, deviceKey, &diagnosis, progress)
                }
            }
        } catch {
            try add(error, to: &diagnosis)
        }
        return diagnosis
    }

    func add(_ error: any Error, to diagnosis: inout Diagnosis) throws(KeychainError) {
        let (isOfLaterRelease, isDamage) = (error is LaterFormat, Self.isDamage(error))
        let error = KeychainError(error)
        if error.code == .authenticationFailed { throw error }
        guard !isOfLaterRelease else {
            return diagnosis.add(.error, .laterFormat, error.reason, remedy: error.remedy)
        }
        report(error, isDamage: isDamage, to: &diagnosis)
    }

    // MARK: - Files

    /// Refuses directories and files that are not this user's: a repair sets modes and replaces files.
    func checkOwner() throws(KeychainError) {
        try root.checkDirectories(writableForAll: true)
        try KeychainRoot.checkFiles(of: file.path)
        for path in [root.deviceKeyPath, file.path + ".lock"] { try KeychainRoot.checkFile(path) }
    }

    /// Examines the files. False if there is no keychain file.
    private func examineFiles(_ diagnosis: inout Diagnosis) -> Bool {
        guard let directory = Self.mode(root.path) else {
            diagnosis.add(.note, .missing, "there is no keychain yet: “\(root.path)” does not exist")
            return false
        }
        examineMode(root.path, directory, expected: 0o700, &diagnosis)
        for path in [file.path, root.deviceKeyPath, file.path + "-wal", file.path + "-shm", file.path + ".lock"] {
            if let mode = Self.mode(path) { examineMode(path, mode, expected: 0o600, &diagnosis) }
        }
        for path in file.leftovers {
            diagnosis.add(
                .note, .leftovers, "“\(path)” was left by a process that was interrupted", remedy: "--repair removes it"
            )
        }
        examineCopies(&diagnosis)
        guard Self.mode(file.path) != nil else {
            guard file.strayLog == nil else {
                reportStrayLog(to: &diagnosis)
                return false
            }
            diagnosis.add(.note, .missing, "there is no keychain yet: “\(file.path)” does not exist")
            return false
        }
        return true
    }

    /// Lists the copies that are kept, which older passcodes open.
    private func examineCopies(_ diagnosis: inout Diagnosis) {
        for copy in root.deletedKeychains {
            guard let name = copy.vaultName else { continue }
            diagnosis.add(
                .note, .deletedVault,
                "a copy of the vault “\(name)”, deleted on \(Self.day(copy.date)), is kept until \(Self.day(copy.expires))",
                remedy: root.remedy(for: copy))
        }
        for copy in root.repairCopies where file.concernsCopies(of: copy.keychain) {
            diagnosis.add(
                .note, .repairCopy,
                "“\(copy.path)” is a copy from before the repair on \(Self.day(copy.date)): the passcode of that time opens it",
                remedy: "when nothing is missing, remove all such copies with: chatelaine doctor --remove-copies")
        }
    }

    private static func day(_ date: Date) -> String { String(date.ISO8601Format().prefix(10)) }

    static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    private func examineMode(_ path: String, _ mode: mode_t, expected: mode_t, _ diagnosis: inout Diagnosis) {
        guard mode & ~expected != 0 else { return }
        diagnosis.add(
            .warning, .permissions, "“\(path)” has mode \(String(mode, radix: 8)): other users can access it",
            remedy: "--repair sets it to \(String(expected, radix: 8))")
    }

    private func examineDeviceKey(_ diagnosis: inout Diagnosis) -> DeviceKey? {
        do {
            if let key = try file.readDeviceKey() { return key }
            diagnosis.add(
                .error, .deviceKey, "the device key “\(root.deviceKeyPath)” is missing",
                remedy: deviceKeyRemedy)
        } catch {
            diagnosis.add(
                .error, .deviceKey,
                "the device key “\(root.deviceKeyPath)” cannot be used: \(KeychainError(error).reason)",
                remedy: error is KeyError ? deviceKeyRemedy : KeychainError(error).remedy)
        }
        return nil
    }

    // MARK: - Contents

    private func examine(
        _ context: Connection.Context, _ deviceKey: DeviceKey, _ diagnosis: inout Diagnosis,
        _ progress: Keychain.Progress
    ) throws {
        try Schema.check(context.db)
        let keys = try openKeys(context.db, deviceKey)
        // Reported first, because a damaged page may end the examination.
        examine(keys.keybag, &diagnosis)
        let pairs = try examineKeyPairs(keys, context.db, deviceKey, &diagnosis)
        for complaint in try Self.integrity(context.db) {
            diagnosis.add(
                .error, .structure, "the file's structure is damaged: \(complaint)",
                remedy: "salvage what is readable with: \(repairCommand)")
        }
        var examination = ItemExamination(context: context, keys: keys)
        try examination.run(progress)
        examination.report(to: &diagnosis)
        report(examination.hardwareKeys, to: &diagnosis)
        reportRemovedPasscode(keys.keybag, examination, to: &diagnosis)
        report(pairs, ofItems: examination.passcodePairs, to: &diagnosis)
    }

    private func examine(_ keybag: Keybag, _ diagnosis: inout Diagnosis) {
        if !keybag.retiredClassKeys.isEmpty {
            diagnosis.add(
                .note, .pendingRewrap, "a change of the passcode was interrupted",
                remedy: "the next unlock finishes it")
        }
        if keybag.hasUnreadablePairs {
            diagnosis.add(
                .error, .keybag,
                "key pairs of the keychain are damaged: items that require the passcode and protected files cannot be opened, and "
                    + "the passcode cannot be changed",
                remedy:
                    "restore “\(file.path)” from a backup; if there is none, --repair removes the pairs that are "
                    + "damaged, and what they open is lost")
        }
    }

    /// Opens the keys of the keychain.
    ///
    /// - Parameter ignoresDamagedPairs: whether to ignore key pairs that cannot be read.
    func openKeys(_ db: Database, _ deviceKey: DeviceKey, ignoresDamagedPairs: Bool = false) throws -> KeySet {
        let keybag = try KeybagTable.load(db, ignoresDamagedPairs: ignoresDamagedPairs)
        let keys = try KeySet(opening: keybag, deviceKey: deviceKey)
        guard keys.keybag.hasPasscode else { return keys }
        switch passcode {
        case .some(let passcode): return try keys.unlocked(passcode: passcode)
        case .none: return keys
        }
    }

    /// Returns the problems that SQLite's integrity check reports, at most ten.
    static func integrity(_ db: Database) throws -> [String] {
        let row = try PreparedStatement(db, "PRAGMA integrity_check(10)")
        var complaints: [String] = []
        while try row.step() { complaints.append(row.text(at: 0)) }
        return complaints == ["ok"] ? [] : complaints
    }
}
