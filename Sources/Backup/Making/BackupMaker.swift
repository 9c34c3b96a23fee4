import Crypto
import Foundation
import Glibc
import KeyManagement
import KeychainServices
import LinuxSupport
import Secrets

/// Called with the number of bytes that are done, and their total. It may throw, which ends the work and leaves the old state.
package typealias BackupProgress = (_ done: UInt64, _ total: UInt64) throws -> Void

/// Makes backups of the keychains and vaults under a root.
package struct BackupMaker {
    let root: KeychainRoot
    /// The release that is noted in the backup.
    let release: String

    /// Prepares a backup.
    package init(root: KeychainRoot, release: String) {
        self.root = root
        self.release = release
    }

    /// The keychain in which the agent keeps its records. They name programs of this machine by what their files are.
    static let agentRecords = "agent"

    /// Makes a backup of everything, reads it back, and gives it its name.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - overwrites: whether a file of that name is replaced.
    /// - Throws: `.noSuchKeychain` if there is nothing; `.duplicateItem` if there is a file of the name; `.notAvailable` if something cannot
    ///   be read or written. Then there is no new file, and an old one is as it was.
    @discardableResult
    package func make(
        at path: String, keys: borrowing BackupKeys, overwrites: Bool = false, progress: BackupProgress = { _, _ in }
    ) throws(KeychainError) -> BackupManifest {
        let names = root.keychainNames.filter { $0 != Self.agentRecords && BackupManifest.isKeychainName($0) }
        guard !names.isEmpty else {
            throw KeychainError(
                .noSuchKeychain, "there is no keychain and no vault to back up",
                remedy: "store something first; or name the right place with CHATELAINE_HOME")
        }
        let output = try OutputFile(path, overwrites: overwrites)
        return try root.withCopies { directory in
            try write(names, to: output, keys, directory, isComplete: false, progress)
        }
    }

    /// As ``make(at:keys:overwrites:progress:)``, for some keychains and with all of their items.
    ///
    /// - Parameter directory: an empty directory of ``KeychainRoot/withCopies(_:)``.
    func makeComplete(
        of names: [String], at path: String, keys: borrowing BackupKeys, in directory: String
    ) throws -> BackupManifest {
        try write(names, to: OutputFile(path, overwrites: false), keys, directory, isComplete: true, { _, _ in })
    }

    private func write(
        _ names: [String], to output: OutputFile, _ keys: borrowing BackupKeys, _ directory: String, isComplete: Bool,
        _ progress: BackupProgress
    ) throws -> BackupManifest {
        var deviceKeys: [DeviceKey] = []
        var entries: [BackupManifest.Entry] = []
        for name in names {
            let key = try root.deviceKeyForBackup(of: name)
            if !deviceKeys.contains(where: { $0.id == key.id }) { deviceKeys.append(key) }
            let copy = directory + "/" + name
            let (contents, left) = try root.copyKeychain(
                named: name, to: copy, deviceKey: key, leavingOut: !isComplete)
            entries.append(try Self.entry(name, copy, contents, left))
            try progress(0, entries.reduce(UInt64(0)) { $0 + $1.size })
        }
        let manifest = BackupManifest(
            made: Int64(Date().timeIntervalSince1970), release: release, host: Self.hostName,
            device: hexadecimal(try root.deviceKeyForBackup().id), isComplete: isComplete, entries: entries,
            absent: isComplete ? [] : absent)
        try write(manifest, deviceKeys, directory, to: output, keys, progress)
        // Every byte is read back before the file has its name.
        let reader = try BackupReader(output.synchronized())
        try reader.open(fileKey: keys.fileKey.copy()).checkAll(progress)
        try output.publish()
        return manifest
    }

    private func write(
        _ manifest: BackupManifest, _ deviceKeys: [DeviceKey], _ directory: String, to output: OutputFile,
        _ keys: borrowing BackupKeys, _ progress: BackupProgress
    ) throws {
        try output.write(keys.header.bytes)
        let content = try ContentWriter(key: keys.fileKey, header: keys.header) { try output.write($0) }
        let list = try manifest.json()
        try content.append(UInt32(truncatingIfNeeded: list.count).bigEndianBytes + list)
        try content.append([UInt8(truncatingIfNeeded: deviceKeys.count)])
        for key in deviceKeys { try key.fileContents().withUnsafeBytes { try content.append($0) } }
        let total = manifest.entries.reduce(UInt64(0)) { $0 + $1.size }
        var done: UInt64 = 0
        for entry in manifest.entries {
            let file = try InputFile(directory + "/" + entry.file)
            var size: UInt64 = 0
            try Self.forEachPart(of: file) { part in
                try content.append(part)
                size += UInt64(part.count)
                done += UInt64(part.count)
                try progress(done, total)
            }
            guard size == entry.size else {
                throw KeychainError(.notAvailable, "a copy of a keychain was changed", remedy: "try again")
            }
            unlink(file.path)
        }
        try content.finish()
    }

    private static func forEachPart(of file: InputFile, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
            guard count > 0 else { return }
            try buffer.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    private static func entry(
        _ name: String, _ copy: String, _ contents: KeychainContents, _ left: ItemsLeftOut
    ) throws -> BackupManifest.Entry {
        var (digest, size) = (SHA256(), UInt64(0))
        try forEachPart(of: InputFile(copy)) {
            digest.update(bufferPointer: $0)
            size += UInt64($0.count)
        }
        return BackupManifest.Entry(
            file: name, size: size, sha256: hexadecimal(digest.finalize()), keychain: hexadecimal(contents.keychainID),
            device: hexadecimal(contents.deviceKeyID), hasPasscode: contents.hasPasscode,
            hasRecoveryKey: contents.hasRecoveryKey, items: codes(contents.items), leftOut: codes(left.byClass),
            keysInTPM: left.keysInTPM, boundToBiometry: left.boundToBiometry)
    }

    private static func codes(_ counts: [ProtectionClass: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.key.code, $0.value) })
    }

    /// The keychains and records that are left out as a whole, in words.
    private var absent: [String] {
        var absent = root.deletedKeychains.map {
            "the deleted \($0.vaultName.map { "vault \($0)" } ?? "keychain \($0.name)")"
        }
        if root.hasKeychain(named: Self.agentRecords) {
            absent.append("what the agent knows of the programs of this machine")
        }
        return absent
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
