import AsymmetricKeys
import LibCrypto
import Secrets

/// A cipher with its initialisation vector, as an AlgorithmIdentifier names both.
///
/// Specified in: RFC 3565, 2.2; RFC 3370, 5.
struct ContentCipher {
    let cipher: BlockCipher
    let vector: [UInt8]

    private static let ciphers: [(identifier: [UInt8], cipher: BlockCipher)] = [
        (ObjectIdentifier.aes128, .aes128), (ObjectIdentifier.aes192, .aes192), (ObjectIdentifier.aes256, .aes256),
        (ObjectIdentifier.tripleDES, .tripleDES),
    ]

    /// AES-256 with a random vector.
    static func forWriting() -> ContentCipher {
        ContentCipher(cipher: .aes256, vector: SecureRandom.bytes(BlockCipher.aes256.blockCount))
    }

    private init(cipher: BlockCipher, vector: [UInt8]) { (self.cipher, self.vector) = (cipher, vector) }

    /// - Parameter algorithm: the contents of the AlgorithmIdentifier.
    init(reading algorithm: DERReader) throws(ExchangeError) {
        var parts = algorithm
        let identifier = try parts.take(Tag.objectIdentifier)
        guard let cipher = Self.ciphers.first(where: { identifier.isObject($0.identifier) })?.cipher else {
            throw ExchangeError(.unsupported("another cipher"))
        }
        let vector = try parts.take(Tag.octetString)
        try parts.finish()
        guard vector.count == cipher.blockCount else { throw ExchangeError(.malformed) }
        self.init(cipher: cipher, vector: [UInt8](vector))
    }

    /// The AlgorithmIdentifier of ``forWriting()``.
    var element: DERElement { .sequence(.object(ObjectIdentifier.aes256), .octets(vector)) }

    /// Returns the plaintext.
    ///
    /// - Throws: `.library` if the padding is wrong.
    func open(_ ciphertext: [UInt8], with key: borrowing SecretBytes) throws(ExchangeError) -> SecretBytes {
        try key.withUnsafeBytes { key throws(ExchangeError) in
            try vector.withBytes { vector throws(ExchangeError) in
                try ciphertext.withBytes { ciphertext throws(ExchangeError) in
                    try calling { () throws(CryptoError) in try cipher.open(ciphertext, key: key, vector: vector) }
                }
            }
        }
    }

    /// Returns the ciphertext.
    func seal(
        _ plaintext: UnsafeRawBufferPointer, with key: borrowing SecretBytes
    ) throws(ExchangeError) -> [UInt8] {
        try key.withUnsafeBytes { key throws(ExchangeError) in
            try vector.withBytes { vector throws(ExchangeError) in
                try calling { () throws(CryptoError) in try cipher.seal(plaintext, key: key, vector: vector) }
            }
        }
    }
}
