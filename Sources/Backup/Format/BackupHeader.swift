import Crypto
import KeychainServices
import Secrets

/// The header of a backup: everything that is not encrypted.
///
/// Specified in: Docs/backup-format.md, “Header”.
struct BackupHeader: Hashable, Sendable {
    static let magic = Array("CHBACKUP".utf8)
    static let version: UInt16 = 1
    /// The bytes in front of the part whose length is given.
    static let fixedSize = 8 + 2 + 2
    /// The maximum size of the rest.
    static let mostBytes = 4096
    static let idSize = 16

    /// The identifier of the file, random.
    let id: [UInt8]
    let owner: OwnerSeal
    /// Nil for a backup that was made with its password at hand.
    let schedule: ScheduleSeal?

    var bytes: [UInt8] {
        var body = id + owner.bytes
        if let schedule {
            body += [1] + schedule.sealedSecrets + schedule.sealedKey
        } else {
            body += [0]
        }
        return Self.magic + Self.version.bigEndianBytes + UInt16(truncatingIfNeeded: body.count).bigEndianBytes + body
    }

    /// SHA-256 over the header, to which the content is bound.
    var digest: [UInt8] { Array(SHA256.hash(data: bytes)) }

    init(id: [UInt8], owner: OwnerSeal, schedule: ScheduleSeal?) {
        (self.id, self.owner, self.schedule) = (id, owner, schedule)
    }

    /// Returns the length of the rest of the header.
    ///
    /// - Parameter start: the first ``fixedSize`` bytes.
    /// - Throws: `.notAvailable` for a file that is no backup, or one of a later release.
    static func length(_ start: [UInt8]) throws(KeychainError) -> Int {
        var reader = ByteReader(start)
        guard reader.take(8) == magic, let version = reader.number(UInt16.self), let count = reader.number(UInt16.self)
        else {
            throw KeychainError(
                .notAvailable, "the file is not a backup of Chatelaine",
                remedy: "name a file that “chatelaine backup” made")
        }
        guard version == Self.version else {
            throw KeychainError(
                .notAvailable, "the backup was made by a later release (format \(version))",
                remedy: "upgrade chatelaine")
        }
        guard count <= mostBytes else { throw .damagedBackup("the header is too long", at: 10) }
        return Int(count)
    }

    /// - Parameter rest: the bytes whose number is ``length(_:)``.
    init(_ rest: [UInt8]) throws(KeychainError) {
        var reader = ByteReader(rest)
        guard let id = reader.take(Self.idSize), let owner = OwnerSeal(&reader), let kind = reader.number(UInt8.self)
        else { throw .damagedBackup("the header", at: UInt64(Self.fixedSize + reader.position)) }
        (self.id, self.owner) = (id, owner)
        switch kind {
        case 0: schedule = nil
        case 1:
            guard let secrets = reader.take(ScheduleSeal.sealedSecretsSize),
                let key = reader.take(ScheduleSeal.sealedKeySize)
            else { throw .damagedBackup("the header", at: UInt64(Self.fixedSize + reader.position)) }
            schedule = ScheduleSeal(sealedSecrets: secrets, sealedKey: key)
        default: throw .damagedBackup("the header", at: UInt64(Self.fixedSize + reader.position))
        }
        guard reader.isAtEnd else { throw .damagedBackup("the header", at: UInt64(Self.fixedSize + reader.position)) }
    }

    /// Returns the key of the content.
    ///
    /// - Parameter ownerKey: what ``OwnerSeal/open(_:)`` returns.
    func fileKey(ownerKey: borrowing SecretBytes) throws(KeychainError) -> SecretBytes {
        guard let schedule else { return Self.fileKey(ownerKey: ownerKey, id: id) }
        return try schedule.open(ownerKey: ownerKey, ownerID: owner.id, backupID: id)
    }

    /// The key of a backup that was made with its password at hand.
    static func fileKey(ownerKey: borrowing SecretBytes, id: [UInt8]) -> SecretBytes {
        HKDFKey.derive(ownerKey, salt: id, info: "chatelaine backup content 1")
    }
}
