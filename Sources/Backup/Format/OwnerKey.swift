import CSodium
import Crypto
import Foundation
import KeyManagement
import KeychainServices
import PasswordVault
import Secrets

/// The secret with which the owner of a backup opens it.
package enum BackupSecret: ~Copyable {
    /// The password of the backup.
    case password(SecretBytes)
    /// The recovery key, as it was typed.
    case recoveryKey(SecretBytes)

    /// - Throws: `.parameter` for an empty password.
    borrowing func checkStrength() throws(KeychainError) {
        switch self {
        case .password(let password):
            guard password.count > 0 else {
                throw KeychainError(.parameter, "an empty password protects nothing", remedy: "choose another")
            }
        case .recoveryKey: return
        }
    }

    /// Returns a copy with an owner of its own.
    package borrowing func copy() -> BackupSecret {
        switch self {
        case .password(let password): .password(password.copy())
        case .recoveryKey(let key): .recoveryKey(key.copy())
        }
    }
}

/// The key that a password or a recovery key opens, and how it is sealed: a part of the header that stays the same for all backups of one
/// schedule.
///
/// Specified in: Docs/backup-format.md, “Owner key”.
struct OwnerSeal: Hashable, Sendable {
    static let idSize = 16
    /// Nonce, key and tag of XChaCha20-Poly1305.
    static let sealedSize = 24 + 32 + 16

    enum Kind: Hashable, Sendable {
        case password(PasscodeHash)
        case recoveryKey
    }

    /// The identifier of the owner key: random, not secret.
    let id: [UInt8]
    let kind: Kind
    let sealed: [UInt8]

    /// Makes an owner key, and seals it.
    ///
    /// - Throws: `.parameter` for a text that is no recovery key; `.allocate`.
    static func make(
        _ secret: borrowing BackupSecret, cost: PasscodeHash.Cost
    ) throws(KeychainError) -> (key: SharedSecret, seal: OwnerSeal) {
        let id = SecureRandom.bytes(idSize)
        let key = SharedSecret(SecretBytes(random: 32))
        let kind: Kind
        switch secret {
        case .password: kind = .password(try derivation { () throws(KeyError) in try PasscodeHash.make(cost) })
        case .recoveryKey: kind = .recoveryKey
        }
        let blank = OwnerSeal(id: id, kind: kind, sealed: [])
        let wrapper = try blank.wrapper(secret)
        let sealed = SealedBox.seal(key.bytes, key: wrapper, associatedData: blank.associatedData)
        return (key, OwnerSeal(id: id, kind: kind, sealed: sealed))
    }

    /// Returns the owner key.
    ///
    /// - Throws: `.authenticationFailed` if the secret is not the right one; `.parameter` for one of the wrong kind.
    func open(_ secret: borrowing BackupSecret) throws(KeychainError) -> SecretBytes {
        let wrapper = try wrapper(secret)
        guard let key = SealedBox.open(sealed, key: wrapper, associatedData: associatedData) else {
            switch kind {
            case .password: throw .wrongBackupPassword
            case .recoveryKey: throw .wrongBackupRecoveryKey
            }
        }
        return key
    }

    private func wrapper(_ secret: borrowing BackupSecret) throws(KeychainError) -> SecretBytes {
        switch secret {
        case .password(let password):
            guard case .password(let hash) = kind else {
                throw KeychainError(
                    .authenticationFailed, "this backup has a recovery key and no password",
                    remedy: "give its recovery key")
            }
            return try Self.derivation { () throws(KeyError) in try hash.deriveIfAffordable(password) }
        case .recoveryKey(let text):
            guard kind == .recoveryKey else {
                throw KeychainError(
                    .authenticationFailed, "this backup has a password and no recovery key", remedy: "give its password"
                )
            }
            guard let key = VaultRecoveryKey.key(text) else { throw VaultRecoveryKey.mistyped }
            return HKDFKey.derive(key, salt: id, info: "chatelaine backup recovery key 1")
        }
    }

    private static func derivation<Result: ~Copyable>(
        _ body: () throws(KeyError) -> Result
    ) throws(KeychainError) -> Result {
        do { return try body() } catch { throw .derivation(error) }
    }

    /// The associated data of the sealed key.
    private var associatedData: [UInt8] { Array("chatelaine backup owner key 1".utf8) + id + kindBytes }

    // MARK: - Bytes

    private var kindBytes: [UInt8] {
        switch kind {
        case .password(let hash): [1] + hash.passes.bigEndianBytes + UInt64(hash.memory).bigEndianBytes + hash.salt
        case .recoveryKey: [2]
        }
    }

    /// The form in the header.
    var bytes: [UInt8] { id + kindBytes + sealed }

    /// Reads the form in the header; nil for other bytes.
    init?(_ reader: inout ByteReader) {
        guard let id = reader.take(Self.idSize), let number = reader.number(UInt8.self) else { return nil }
        switch number {
        case 1:
            guard let passes = reader.number(UInt64.self),
                let memory = reader.number(UInt64.self).flatMap({ Int(exactly: $0) }),
                memory > 0, let salt = reader.take(PasscodeHash.saltSize),
                let hash = try? PasscodeHash(passes: passes, memory: memory, salt: salt)
            else { return nil }
            kind = .password(hash)
        case 2: kind = .recoveryKey
        default: return nil
        }
        guard let sealed = reader.take(Self.sealedSize) else { return nil }
        (self.id, self.sealed) = (id, sealed)
    }

    private init(id: [UInt8], kind: Kind, sealed: [UInt8]) {
        (self.id, self.kind, self.sealed) = (id, kind, sealed)
    }
}

/// A secret with several owners.
final class SharedSecret: Sendable {
    let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}

/// Keys derived by HKDF with SHA-256 (RFC 5869).
enum HKDFKey {
    static func derive(_ input: borrowing SecretBytes, salt: [UInt8], info: String) -> SecretBytes {
        let key = input.withUnsafeBytes {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: $0), salt: salt, info: Data(info.utf8), outputByteCount: 32)
        }
        return SecretBytes(count: 32) { bytes in key.withUnsafeBytes { bytes.copyMemory(from: $0) } }
    }
}

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha) by libsodium, with a random nonce in front.
enum SealedBox {
    private static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    static let overhead = nonceSize + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    static func seal(
        _ plaintext: borrowing SecretBytes, key: borrowing SecretBytes, associatedData: [UInt8]
    ) -> [UInt8] {
        let nonce = SecureRandom.bytes(nonceSize)
        var sealed = [UInt8](repeating: 0, count: plaintext.count + overhead - nonceSize)
        plaintext.withUnsafeBytes { plaintext in
            key.withUnsafeBytes { key in
                _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed, nil, bytePointer(plaintext), UInt64(plaintext.count),
                    associatedData, UInt64(associatedData.count), nil, nonce,
                    bytePointer(key))
            }
        }
        return nonce + sealed
    }

    /// Returns the plaintext; nil if it was not sealed with this key and these associated data.
    static func open(_ sealed: [UInt8], key: borrowing SecretBytes, associatedData: [UInt8]) -> SecretBytes? {
        guard sealed.count >= overhead else { return nil }
        let (nonce, ciphertext) = (Array(sealed[..<nonceSize]), Array(sealed[nonceSize...]))
        var isOpen = false
        let plaintext = SecretBytes(count: sealed.count - overhead) { plaintext in
            key.withUnsafeBytes { key in
                isOpen =
                    crypto_aead_xchacha20poly1305_ietf_decrypt(
                        bytePointer(plaintext), nil, nil, ciphertext,
                        UInt64(ciphertext.count), associatedData, UInt64(associatedData.count), nonce,
                        bytePointer(key)) == 0
            }
        }
        guard isOpen else { return nil }
        return plaintext
    }
}

extension KeychainError {
    fileprivate static func derivation(_ error: KeyError) -> KeychainError {
        switch error {
        case .outOfMemory: KeychainError(.allocate, "there is not enough memory for the password's key")
        case .costly(let hash):
            KeychainError(
                .notAvailable,
                "deriving the key of this backup's password takes \(hash.costText), more than Chatelaine ever chooses",
                remedy: "if you trust the file, open it in a terminal, which asks")
        default: .damagedBackup("the parameters of its password")
        }
    }
}
