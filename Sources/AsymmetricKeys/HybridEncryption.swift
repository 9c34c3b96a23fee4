import LibCrypto
import Secrets

/// The initialisation vector of zeros of sixteen bytes: every key of AES encrypts one message only.
private let zeroVector = [UInt8](repeating: 0, count: 16)

// RSA with a session key: the AES key in OAEP, then ciphertext and tag, which authenticate the public key.
//
// Specified in: keychain-services 6.4; Apple, “SecKeyAlgorithm”, rsaEncryptionOAEPSHA256AESGCM.
extension PublicKey {
    func sealed(_ message: UnsafeRawBufferPointer, _ hash: HashFunction) throws(KeyError) -> [UInt8] {
        let sessionKey = SecretBytes(random: specification.sessionKeyCount)
        return try sessionKey.withUnsafeBytes { key throws(KeyError) in
            let wrapped = try encrypt(key, with: .rsaEncryptionOAEP(hash))
            return wrapped
                + (try zeroVector.withBytes { vector throws(KeyError) in
                    try representation.withBytes { representation throws(KeyError) in
                        try calling { () throws(CryptoError) in
                            try AESGCM(native.library, key: key, vector: vector, authenticated: representation)
                                .seal(message)
                        }
                    }
                })
        }
    }
}

extension PrivateKey {
    func opened(_ ciphertext: UnsafeRawBufferPointer, _ hash: HashFunction) throws(KeyError) -> SecretBytes {
        guard ciphertext.count >= specification.blockCount + AESGCM.tagCount else { throw KeyError(.decryption) }
        let wrapped = UnsafeRawBufferPointer(rebasing: ciphertext.prefix(specification.blockCount))
        let sealed = UnsafeRawBufferPointer(rebasing: ciphertext.dropFirst(specification.blockCount))
        let sessionKey = try opened(wrapped, KeyAlgorithm.rsaEncryptionOAEP(hash))
        guard sessionKey.count == specification.sessionKeyCount else { throw KeyError(.decryption) }
        return try sessionKey.withUnsafeBytes { key throws(KeyError) in
            try zeroVector.withBytes { vector throws(KeyError) in
                try publicRepresentation.withBytes { representation throws(KeyError) in
                    try decrypting { () throws(CryptoError) in
                        try AESGCM(native.library, key: key, vector: vector, authenticated: representation).open(sealed)
                    }
                }
            }
        }
    }
}

/// Elliptic-curve integrated encryption: an ephemeral public key, then ciphertext and tag.
///
/// The AES key is what X9.63's function derives from the shared secret, with the ephemeral public key as the shared information. The
/// initialisation vector is zero, or what the function derives after the key.
/// Specified in: keychain-services 6.4; Apple, “SecKeyAlgorithm”, eciesEncryptionStandardVariableIVX963SHA256AESGCM; SEC 1, 5.1.
struct SealingKey {
    private let hash: HashFunction
    private let hasVariableVector: Bool

    init(_ hash: HashFunction, hasVariableVector: Bool) {
        self.hash = hash
        self.hasVariableVector = hasVariableVector
    }

    func seal(_ message: UnsafeRawBufferPointer, for recipient: PublicKey) throws(KeyError) -> [UInt8] {
        let ephemeral = try PrivateKey.generate(recipient.specification)
        let secret = try ephemeral.sharedSecret(with: recipient)
        return ephemeral.publicRepresentation
            + (try withCipher(secret, ephemeral.publicRepresentation, recipient.specification) {
                cipher throws(CryptoError) in try cipher.seal(message)
            })
    }

    func open(_ ciphertext: UnsafeRawBufferPointer, with key: PrivateKey) throws(KeyError) -> SecretBytes {
        let ephemeral = try Self.ephemeralKey(of: ciphertext, key.specification)
        return try open(ciphertext, sharing: try key.sharedSecret(with: ephemeral), key.specification)
    }

    /// Reads the public key in front of a ciphertext.
    static func ephemeralKey(
        of ciphertext: UnsafeRawBufferPointer, _ specification: KeySpecification
    ) throws(KeyError) -> PublicKey {
        let size = 1 + 2 * specification.blockCount
        guard ciphertext.count >= size + AESGCM.tagCount else { throw KeyError(.decryption) }
        do throws(KeyError) {
            return try PublicKey(
                type: specification.type, representation: UnsafeRawBufferPointer(rebasing: ciphertext.prefix(size)))
        } catch { throw error.kind == .malformed ? KeyError(.decryption) : error }
    }

    /// Opens a ciphertext with the secret that the recipient's key shares with the one in front of it.
    func open(
        _ ciphertext: UnsafeRawBufferPointer, sharing secret: borrowing SecretBytes, _ specification: KeySpecification
    ) throws(KeyError) -> SecretBytes {
        let size = 1 + 2 * specification.blockCount
        guard ciphertext.count >= size + AESGCM.tagCount else { throw KeyError(.decryption) }
        let sealed = UnsafeRawBufferPointer(rebasing: ciphertext.dropFirst(size))
        return try withCipher(secret, [UInt8](ciphertext.prefix(size)), specification) { cipher throws(CryptoError) in
            try cipher.open(sealed)
        }
    }

    private func withCipher<Result: ~Copyable>(
        _ secret: borrowing SecretBytes, _ info: [UInt8], _ specification: KeySpecification,
        _ body: (AESGCM) throws(CryptoError) -> Result
    ) throws(KeyError) -> Result {
        let keyCount = specification.sessionKeyCount
        let count = keyCount + (hasVariableVector ? zeroVector.count : 0)
        let derived = try info.withBytes { info throws(KeyError) in
            try calling { () throws(CryptoError) in
                try CryptoLibrary.load().deriveX963(from: secret, with: hash, info: info, count: count)
            }
        }
        return try derived.withUnsafeBytes { derived throws(KeyError) in
            try zeroVector.withBytes { zeros throws(KeyError) in
                let key = UnsafeRawBufferPointer(rebasing: derived.prefix(keyCount))
                let vector = hasVariableVector ? UnsafeRawBufferPointer(rebasing: derived.dropFirst(keyCount)) : zeros
                return try decrypting { () throws(CryptoError) in
                    try body(AESGCM(try CryptoLibrary.load(), key: key, vector: vector))
                }
            }
        }
    }
}
