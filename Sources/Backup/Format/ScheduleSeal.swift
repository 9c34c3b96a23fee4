import CSodium
import Crypto
import Foundation
import KeychainServices
import Secrets

/// The secrets of a schedule that only the owner of the backups opens.
///
/// Backups of a schedule are sealed to a public key, so that they need no password. The pre-shared key lets the owner tell them from files
/// that were made by a thief of the public key: such a file would open, and restore what the thief chose.
struct ScheduleSecrets: ~Copyable {
    static let size = 64
    /// X25519 (RFC 7748), 32 bytes.
    let privateKey: SecretBytes
    /// 32 random bytes, also kept where the scheduled backups are made.
    let presharedKey: SecretBytes

    static func make() -> ScheduleSecrets {
        ScheduleSecrets(privateKey: SecretBytes(random: 32), presharedKey: SecretBytes(random: 32))
    }

    /// The public half, 32 bytes.
    borrowing func publicKey() -> [UInt8] {
        var publicKey = [UInt8](repeating: 0, count: 32)
        // Succeeds for every private key.
        privateKey.withUnsafeBytes { _ = crypto_scalarmult_base(&publicKey, bytePointer($0)) }
        return publicKey
    }

    /// Returns both, sealed by the owner key.
    borrowing func sealed(ownerKey: borrowing SecretBytes, ownerID: [UInt8]) -> [UInt8] {
        let both = SecretBytes(count: Self.size) { both in
            privateKey.withUnsafeBytes { both.copyMemory(from: $0) }
            presharedKey.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: both[32...]).copyMemory(from: $0) }
        }
        return SealedBox.seal(both, key: ownerKey, associatedData: Self.associatedData(ownerID))
    }

    static func open(
        _ sealed: [UInt8], ownerKey: borrowing SecretBytes, ownerID: [UInt8]
    ) throws(KeychainError) -> ScheduleSecrets {
        guard let both = SealedBox.open(sealed, key: ownerKey, associatedData: associatedData(ownerID)),
            both.count == size
        else { throw .damagedBackup("the key of its schedule") }
        return both.withUnsafeBytes { both in
            ScheduleSecrets(
                privateKey: SecretBytes(copying: UnsafeRawBufferPointer(rebasing: both[..<32])),
                presharedKey: SecretBytes(copying: UnsafeRawBufferPointer(rebasing: both[32...])))
        }
    }

    private static func associatedData(_ ownerID: [UInt8]) -> [UInt8] {
        Array("chatelaine backup schedule key 1".utf8) + ownerID
    }
}

/// The part of the header of a scheduled backup that its owner key opens: the schedule's secrets, and the key of the file, sealed to them.
///
/// HPKE (RFC 9180) in the mode with a pre-shared key, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305.
struct ScheduleSeal: Hashable, Sendable {
    static let sealedSecretsSize = ScheduleSecrets.size + SealedBox.overhead
    private static let suite = HPKE.Ciphersuite(
        kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)
    private static let info = Data("chatelaine backup file key 1".utf8)
    private static let encapsulatedSize = 32
    static let sealedKeySize = encapsulatedSize + 32 + 16

    let sealedSecrets: [UInt8]
    let sealedKey: [UInt8]

    /// Seals the key of a file.
    static func seal(
        _ key: borrowing SecretBytes, publicKey: [UInt8], presharedKey: borrowing SecretBytes, sealedSecrets: [UInt8],
        ownerID: [UInt8], backupID: [UInt8]
    ) throws(KeychainError) -> ScheduleSeal {
        do {
            var sender = try presharedKey.withUnsafeBytes { psk in
                try HPKE.Sender(
                    recipientKey: Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey), ciphersuite: suite,
                    info: info,
                    presharedKey: SymmetricKey(data: psk), presharedKeyIdentifier: Data(ownerID))
            }
            let sealed = try key.withUnsafeBytes { try sender.seal($0, authenticating: backupID) }
            return ScheduleSeal(sealedSecrets: sealedSecrets, sealedKey: Array(sender.encapsulatedKey + sealed))
        } catch {
            throw KeychainError(
                .notAvailable, "the public key of the schedule is damaged",
                remedy: "make the schedule again: chatelaine backup --schedule")
        }
    }

    /// Returns the key of the file.
    func open(
        ownerKey: borrowing SecretBytes, ownerID: [UInt8], backupID: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        let secrets = try ScheduleSecrets.open(sealedSecrets, ownerKey: ownerKey, ownerID: ownerID)
        do {
            let privateKey = try secrets.privateKey.withUnsafeBytes {
                try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0)
            }
            var recipient = try secrets.presharedKey.withUnsafeBytes { psk in
                try HPKE.Recipient(
                    privateKey: privateKey, ciphersuite: Self.suite, info: Self.info,
                    encapsulatedKey: Data(sealedKey[..<Self.encapsulatedSize]), presharedKey: SymmetricKey(data: psk),
                    presharedKeyIdentifier: Data(ownerID))
            }
            var key = try recipient.open(Data(sealedKey[Self.encapsulatedSize...]), authenticating: backupID)
            defer { key.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) } }
            guard key.count == 32 else { throw KeychainError.damagedBackup("its key") }
            return SecretBytes(copying: key)
        } catch {
            throw .damagedBackup("it was not made by its schedule")
        }
    }
}
