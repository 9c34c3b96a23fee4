import Foundation
import KeyManagement
import KeychainServices

/// The list of what a backup has.
///
/// Specified in: Docs/backup-format.md, “List”.
package struct BackupManifest: Codable, Hashable, Sendable {
    /// One keychain or vault.
    package struct Entry: Codable, Hashable, Sendable {
        /// The name of the keychain's file without its extension; `vault.NAME` for a vault.
        package var file: String
        /// The size in bytes.
        package var size: UInt64
        /// SHA-256 of the file, in hexadecimal digits.
        package var sha256: String
        /// The identifiers of the keychain and of the device key that opens it, in hexadecimal digits.
        package var keychain: String
        package var device: String
        /// Whether it has a passcode, or a vault its master password.
        package var hasPasscode: Bool
        package var hasRecoveryKey: Bool
        /// The number of items of each protection class, by its code (`ak`, `ck` …).
        package var items: [String: Int]
        /// The number of items of each class that are left out, because they must not leave their device.
        package var leftOut: [String: Int]
        /// The number of keys in the TPM, and of items that are bound to the enrolled fingers, that are left out, as far as they could be
        /// seen without the passcode.
        package var keysInTPM: Int
        package var boundToBiometry: Int

        /// The name of the vault; nil for a keychain.
        package var vault: String? {
            file.hasPrefix(KeychainRoot.vaultPrefix) ? String(file.dropFirst(KeychainRoot.vaultPrefix.count)) : nil
        }
        /// The name for people: that of the vault, or of the keychain.
        package var name: String { vault ?? file }
        /// The number of all items.
        package var count: Int { items.values.reduce(0) { $0.addingReportingOverflow($1).partialValue } }
    }

    /// The time at which the backup was begun, in seconds since 1970.
    package var made: Int64
    /// The release that made it.
    package var release: String
    /// The name of the machine.
    package var host: String
    /// The identifier of the machine's device key, in hexadecimal digits.
    package var device: String
    /// Whether nothing was left out: a copy that was made before a restore replaced something, for this device alone.
    package var isComplete: Bool
    package var entries: [Entry]
    /// The keychains and records that were left out as a whole, in words.
    package var absent: [String]

    /// The time at which the backup was begun.
    package var date: Date { Date(timeIntervalSince1970: Double(made)) }

    static let mostBytes = 4 << 20
    static let mostEntries = 4096
    /// The largest file: SQLite's own limit is far above.
    static let largestFile: UInt64 = 1 << 40

    /// Reads the list.
    ///
    /// - Throws: `.notAvailable` for anything that no release writes.
    init(json: Data) throws(KeychainError) {
        guard let read = try? JSONDecoder().decode(BackupManifest.self, from: json) else {
            throw .damagedBackup("its list")
        }
        guard read.entries.count <= Self.mostEntries, Set(read.entries.map(\.file)).count == read.entries.count,
            read.entries.allSatisfy({ Self.isKeychainName($0.file) && $0.size <= Self.largestFile }),
            (0...253_402_300_799).contains(read.made)
        else { throw .damagedBackup("its list") }
        self = read
    }

    init(
        made: Int64, release: String, host: String, device: String, isComplete: Bool, entries: [Entry], absent: [String]
    ) {
        (self.made, self.release, self.host, self.device) = (made, release, host, device)
        (self.isComplete, self.entries, self.absent) = (isComplete, entries, absent)
    }

    func json() throws(KeychainError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self), data.count <= Self.mostBytes else {
            throw KeychainError(.notAvailable, "there are too many keychains for a backup")
        }
        return data
    }

    /// Whether a text can be the name of a keychain's file: it never leads out of the directory.
    static func isKeychainName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 200
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

/// Bytes as hexadecimal digits.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
