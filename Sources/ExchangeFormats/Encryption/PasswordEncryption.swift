import AsymmetricKeys
import LibCrypto
import Secrets

/// Encryption by a password.
///
/// Specified in: RFC 8018, 6.2; RFC 7292, C; RFC 7914, 7.
struct PasswordEncryption {
    private let derivation: PasswordDerivation
    private let cipher: BlockCipher
    /// The initialisation vector; nil if it is derived too.
    private let vector: [UInt8]?

    /// The iterations for new files. Each part of a file has a derivation of its own.
    static let iterations = 100_000

    /// AES-256 with a key by PBKDF2 with HMAC-SHA-256.
    static func forWriting() -> PasswordEncryption {
        PasswordEncryption(
            derivation: .pbkdf2(salt: SecureRandom.bytes(16), iterations: iterations, .sha256), cipher: .aes256,
            vector: SecureRandom.bytes(BlockCipher.aes256.blockCount))
    }

    private init(derivation: PasswordDerivation, cipher: BlockCipher, vector: [UInt8]?) {
        self.derivation = derivation
        self.cipher = cipher
        self.vector = vector
    }

    /// - Parameter algorithm: the contents of the AlgorithmIdentifier.
    init(reading algorithm: DERReader) throws(ExchangeError) {
        var parts = algorithm
        let identifier = try parts.take(Tag.objectIdentifier)
        var parameters = try parts.enter()
        try parts.finish()
        if identifier.isObject(ObjectIdentifier.pbes2) {
            derivation = try PasswordDerivation(reading: try parameters.enter())
            let content = try ContentCipher(reading: try parameters.enter())
            (cipher, vector) = (content.cipher, content.vector)
        } else if let old = Self.oldCiphers.first(where: { identifier.isObject($0.identifier) })?.cipher {
            let salt = try parameters.takeSalt()
            derivation = .pkcs12(salt: salt, iterations: try parameters.takeNumber(), .sha1)
            (cipher, vector) = (old, nil)
        } else {
            throw ExchangeError(.unsupported("another encryption by a password"))
        }
        try parameters.finish()
    }

    private static let oldCiphers: [(identifier: [UInt8], cipher: BlockCipher)] = [
        (ObjectIdentifier.tripleDESOfPKCS12, .tripleDES), (ObjectIdentifier.doubleDESOfPKCS12, .doubleDES),
        (ObjectIdentifier.rc2OfPKCS12, .rc2), (ObjectIdentifier.rc2With40BitsOfPKCS12, .rc2With40Bits),
    ]

    /// Returns the plaintext.
    ///
    /// - Throws: `.wrongPassphrase` if the padding is wrong; `.cost`.
    func open(
        _ ciphertext: UnsafeRawBufferPointer, _ form: Passphrase.Form, _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> SecretBytes {
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: cipher.blockCount) else {
            throw ExchangeError(.malformed)
        }
        try derivation.charge(&budget, times: vector == nil ? 2 : 1)
        return try withKey(form) { key, vector throws(ExchangeError) in
            do throws(CryptoError) {
                return try cipher.open(ciphertext, key: key, vector: vector)
            } catch { throw error.kind == .failed ? ExchangeError(.wrongPassphrase) : ExchangeError(error) }
        }
    }

    /// Returns the ciphertext.
    func seal(_ plaintext: UnsafeRawBufferPointer, _ form: Passphrase.Form) throws(ExchangeError) -> [UInt8] {
        try withKey(form) { key, vector throws(ExchangeError) in
            try calling { () throws(CryptoError) in try cipher.seal(plaintext, key: key, vector: vector) }
        }
    }

    private func withKey<Result: ~Copyable>(
        _ form: Passphrase.Form,
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(ExchangeError) -> Result
    ) throws(ExchangeError) -> Result {
        let key = try derivation.derive(form, .key, count: cipher.keyCount)
        let initial =
            if let vector { SecretBytes(copying: vector) } else {
                try derivation.derive(form, .vector, count: cipher.blockCount)
            }
        return try key.withUnsafeBytes { key throws(ExchangeError) in
            try initial.withUnsafeBytes { initial throws(ExchangeError) in try body(key, initial) }
        }
    }

    /// The AlgorithmIdentifier of ``forWriting()``.
    var element: DERElement {
        .sequence(
            .object(ObjectIdentifier.pbes2),
            .sequence(derivation.element, .sequence(.object(ObjectIdentifier.aes256), .octets(vector ?? []))))
    }
}
