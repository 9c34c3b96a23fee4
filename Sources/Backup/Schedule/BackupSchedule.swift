import Foundation
import Glibc
import KeyManagement
import KeychainServices
import LinuxSupport
import Secrets

/// The interval between two backups.
package enum BackupInterval: String, CaseIterable, Codable, Sendable {
    case daily, weekly

    /// The seconds after which a backup is overdue: some hours more than the interval, because a machine is off at times.
    package var overdueAfter: TimeInterval {
        switch self {
        case .daily: 36 * 3600
        case .weekly: 8 * 86_400
        }
    }
}

/// The backups that are made at intervals, without a password: what a run of them needs to know.
///
/// Specified in: Docs/backup-format.md, “Schedule”.
package struct BackupSchedule: ~Copyable {
    /// The directory of the backups.
    package let directory: String
    package let interval: BackupInterval
    /// The number of backups that are kept.
    package let keep: Int
    /// The time at which the schedule was made.
    package let made: Date
    let owner: OwnerSeal
    let publicKey: [UInt8]
    let sealedSecrets: [UInt8]
    let presharedKey: SecretBytes

    private struct Stored: Codable {
        var version: Int
        var directory: String
        var interval: BackupInterval
        var keep: Int
        var made: Int64
        var owner: Data
        var publicKey: Data
        var sealedSecrets: Data
    }

    /// The numbers of backups that can be kept.
    package static let keptNumbers = 1...1000
    private static let mostBytes = 16 << 10

    /// Makes a schedule. The private half of its key is sealed by `secret`, and otherwise forgotten.
    ///
    /// - Parameters:
    ///   - directory: an absolute path.
    ///   - cost: the cost of the key derivation for a password; lower only in tests.
    /// - Throws: `.parameter` for a relative path, a number that is not kept, or a text that is no recovery key.
    package init(
        directory: String, interval: BackupInterval, keep: Int, secret: borrowing BackupSecret,
        cost: PasscodeHash.Cost = .tuned, now: Date = Date()
    ) throws(KeychainError) {
        guard directory.hasPrefix("/"), directory.utf8.count <= 4000,
            directory.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
        else { throw .parameter("the directory of the backups needs an absolute path without control characters") }
        guard Self.keptNumbers.contains(keep) else { throw .parameter("1 to 1000 backups can be kept") }
        try secret.checkStrength()
        let (ownerKey, seal) = try OwnerSeal.make(secret, cost: cost)
        let secrets = ScheduleSecrets.make()
        (self.directory, self.interval, self.keep, made) = (directory, interval, keep, now)
        owner = seal
        publicKey = secrets.publicKey()
        sealedSecrets = secrets.sealed(ownerKey: ownerKey.bytes, ownerID: seal.id)
        presharedKey = secrets.presharedKey.copy()
    }

    // MARK: - File

    private static func path(_ root: KeychainRoot) -> String { root.path + "/backup-schedule" }

    /// Reads the schedule of a root; nil if there is none.
    ///
    /// - Throws: `.notAvailable` if the file is damaged or cannot be read.
    package static func load(_ root: KeychainRoot) throws(KeychainError) -> BackupSchedule? {
        guard let contents = try OwnSmallFile.read(path(root), limit: mostBytes) else { return nil }
        let damaged = KeychainError(
            .notAvailable, "“\(path(root))” is damaged", remedy: "make the schedule again: chatelaine backup --schedule"
        )
        guard contents.count > 32 else { throw damaged }
        let key = contents.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<32])) }
        let json = contents.withUnsafeBytes { Data($0[32...]) }
        guard let stored = try? JSONDecoder().decode(Stored.self, from: json), stored.version == 1,
            stored.publicKey.count == 32, stored.sealedSecrets.count == ScheduleSeal.sealedSecretsSize,
            keptNumbers.contains(stored.keep), stored.directory.hasPrefix("/")
        else { throw damaged }
        var reader = ByteReader(Array(stored.owner))
        guard let owner = OwnerSeal(&reader), reader.isAtEnd else { throw damaged }
        return BackupSchedule(stored, owner, key)
    }

    private init(_ stored: Stored, _ owner: OwnerSeal, _ presharedKey: consuming SecretBytes) {
        (directory, interval, keep) = (stored.directory, stored.interval, stored.keep)
        made = Date(timeIntervalSince1970: Double(stored.made))
        self.owner = owner
        publicKey = Array(stored.publicKey)
        sealedSecrets = Array(stored.sealedSecrets)
        self.presharedKey = presharedKey
    }

    /// Stores the schedule in place of an earlier one, whose backups stay and are not counted any more.
    package borrowing func store(_ root: KeychainRoot) throws(KeychainError) {
        try root.makeDirectories()
        let stored = Stored(
            version: 1, directory: directory, interval: interval, keep: keep, made: Int64(made.timeIntervalSince1970),
            owner: Data(owner.bytes), publicKey: Data(publicKey), sealedSecrets: Data(sealedSecrets))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(stored) else { throw .parameter("the schedule cannot be stored") }
        let contents = SecretBytes(count: 32 + json.count) { contents in
            presharedKey.withUnsafeBytes { contents.copyMemory(from: $0) }
            UnsafeMutableRawBufferPointer(rebasing: contents[32...]).copyBytes(from: json)
        }
        ScheduleState.remove(root)
        try OwnSmallFile.write(contents, Self.path(root))
    }

    /// Removes the schedule. Its backups stay, and their password opens them as before.
    ///
    /// - Returns: whether there was one.
    package static func remove(_ root: KeychainRoot) throws(KeychainError) -> Bool {
        ScheduleState.remove(root)
        guard unlink(path(root)) == 0 else {
            guard errno == ENOENT else {
                throw KeychainError(.notAvailable, "cannot remove “\(path(root))”", remedy: "see who may write there")
            }
            return false
        }
        return true
    }
}
