import Foundation
import Glibc
import KeychainServices

/// The result of checking a backup.
package struct BackupCheck: Sendable {
    /// The result for one keychain or vault.
    package struct Part: Sendable {
        /// Its entry in the list.
        package let entry: BackupManifest.Entry
        /// The result of its examination.
        package let found: ExaminedCopy
    }

    /// All keychains and vaults, in the order of the list.
    package let parts: [Part]
    /// Whether everything that could be opened is right.
    package var isSound: Bool { parts.allSatisfy { $0.found.damage == nil } }
}

extension OpenBackup {
    /// Reads everything back, and examines every item that opens without a passcode.
    ///
    /// - Throws: `.notAvailable` if the file was changed, or a keychain in it is none.
    package func check(_ progress: BackupProgress = { _, _ in }) throws(KeychainError) -> BackupCheck {
        do {
            let template = NSTemporaryDirectory() + "/chatelaine-backup.XXXXXX"
            var name = Array(template.utf8CString)
            guard mkdtemp(&name) != nil else {
                throw KeychainError(
                    .notAvailable, "no temporary directory can be made", remedy: "set TMPDIR to another place")
            }
            let directory = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            defer { try? FileManager.default.removeItem(atPath: directory) }
            try extract({ directory + "/" + $0.file }, progress)
            return BackupCheck(
                parts: try manifest.entries.map { entry in
                    BackupCheck.Part(entry: entry, found: try examine(entry, directory + "/" + entry.file))
                })
        } catch {
            throw .ofBackup(error)
        }
    }

    /// Examines a file that was taken out.
    ///
    /// - Throws: `.notAvailable` if it is not what the list says.
    func examine(_ entry: BackupManifest.Entry, _ path: String) throws(KeychainError) -> ExaminedCopy {
        let found = try ExaminedCopy(at: path, deviceKey: deviceKey(of: entry))
        guard hexadecimal(found.contents.keychainID) == entry.keychain,
            hexadecimal(found.contents.deviceKeyID) == entry.device
        else { throw .damagedBackup("“\(entry.name)” is another keychain than its list says") }
        return found
    }
}
