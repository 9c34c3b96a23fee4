import Foundation
import Glibc

/// Logs whose keychain file is gone: lost, or moved away without them.
extension KeychainRoot {
    /// The size of the header of SQLite's log. A log that is not longer has no changes.
    private static let logHeaderSize = 32

    /// The path of the log of a keychain; nil if it has no changes, or there is none.
    func log(ofKeychain name: String) -> String? {
        let log = keychainPath(named: name) + "-wal"
        var status = stat()
        return lstat(log, &status) == 0 && status.st_size > Self.logHeaderSize ? log : nil
    }

    /// The names of the keychains of which only a log is left, sorted.
    package var namesWithStrayLogs: [String] {
        let suffix = Self.suffix + "-wal"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path + "/keychains")) ?? []
        return files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.filter { name in
            !Self.exists(keychainPath(named: name)) && log(ofKeychain: name) != nil
        }.sorted()
    }

    /// Refuses the name of a keychain of which only a log is left: a new file would get it, or hide that changes are lost.
    ///
    /// - Throws: `.notAvailable`.
    func refuseStrayLog(of name: String) throws(KeychainError) {
        guard let log = log(ofKeychain: name) else { return }
        let vault = Self.vaultName(ofKeychain: name).map { " --vault \($0)" } ?? ""
        throw KeychainError(
            .notAvailable,
            "“\(keychainPath(named: name))” is gone, but its log “\(log)” is there, with the last changes",
            remedy:
                "restore the file from a backup, and leave the log next to it; if there is none, set the log aside with: "
                + "chatelaine doctor --repair\(vault)")
    }
}
