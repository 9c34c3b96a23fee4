import KeyManagement
import KeychainServices
import Secrets

/// The header and the key of a new backup.
package struct BackupKeys: ~Copyable {
    let header: BackupHeader
    let fileKey: SecretBytes

    private init(header: BackupHeader, fileKey: consuming SecretBytes) {
        self.header = header
        self.fileKey = fileKey
    }

    /// Keys that a password or a recovery key opens.
    ///
    /// - Parameter cost: the cost of the key derivation for a password; lower only in tests.
    /// - Throws: `.parameter` for a text that is no recovery key, or an empty password.
    package init(_ secret: borrowing BackupSecret, cost: PasscodeHash.Cost = .tuned) throws(KeychainError) {
        try secret.checkStrength()
        let (key, seal) = try OwnerSeal.make(secret, cost: cost)
        self.init(sameOwner: seal, key.bytes)
    }

    /// Keys that the secret of another backup opens.
    init(sameOwner seal: OwnerSeal, _ ownerKey: borrowing SecretBytes) {
        let id = SecureRandom.bytes(BackupHeader.idSize)
        self.init(
            header: BackupHeader(id: id, owner: seal, schedule: nil),
            fileKey: BackupHeader.fileKey(ownerKey: ownerKey, id: id))
    }

    /// Keys that the owner of a schedule opens. They need no secret of the owner's.
    package init(_ schedule: borrowing BackupSchedule) throws(KeychainError) {
        let id = SecureRandom.bytes(BackupHeader.idSize)
        let key = SecretBytes(random: 32)
        let seal = try ScheduleSeal.seal(
            key, publicKey: schedule.publicKey, presharedKey: schedule.presharedKey,
            sealedSecrets: schedule.sealedSecrets, ownerID: schedule.owner.id, backupID: id)
        self.init(header: BackupHeader(id: id, owner: schedule.owner, schedule: seal), fileKey: key)
    }
}
