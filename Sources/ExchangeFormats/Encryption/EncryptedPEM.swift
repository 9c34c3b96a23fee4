import AsymmetricKeys
import LibCrypto
import Secrets

/// OpenSSL's own encryption of PEM. Its derivation hashes the password once with MD5: such files are read, and not written.
///
/// Specified in: OpenSSL 3.0, PEM_read_bio_PrivateKey(3), “PEM ENCRYPTION FORMAT”.
struct EncryptedPEM {
    private let cipher: BlockCipher
    private let vector: [UInt8]

    /// Reads the header lines; nil if there is no encryption.
    init?(_ headers: [String: String]) throws(ExchangeError) {
        guard let type = headers["Proc-Type"] else { return nil }
        guard type.replacing(" ", with: "") == "4,ENCRYPTED", let info = headers["DEK-Info"] else {
            throw ExchangeError(.malformed)
        }
        let words = info.split(separator: ",", maxSplits: 1).map { $0.filter { $0 != " " } }
        guard words.count == 2, let vector = Self.bytes(hexadecimal: words[1]) else { throw ExchangeError(.malformed) }
        guard let cipher = Self.ciphers.first(where: { "\($0.name)" == words[0].uppercased() }) else {
            throw ExchangeError(.unsupported("another cipher"))
        }
        guard vector.count == cipher.blockCount else { throw ExchangeError(.malformed) }
        (self.cipher, self.vector) = (cipher, vector)
    }

    private static let ciphers: [BlockCipher] = [.aes128, .aes192, .aes256, .tripleDES, .des]

    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 2), text.utf8.count <= 64 else { return nil }
        var bytes: [UInt8] = []
        var high: Int?
        for digit in text {
            guard digit.isASCII, let value = digit.hexDigitValue else { return nil }
            if let first = high { bytes.append(UInt8(first << 4 | value)) }
            high = high == nil ? value : nil
        }
        return bytes
    }

    /// Returns the plaintext.
    ///
    /// - Throws: `.wrongPassphrase` if the padding is wrong.
    func open(_ ciphertext: UnsafeRawBufferPointer, _ form: Passphrase.Form) throws(ExchangeError) -> SecretBytes {
        guard !form.isAbsent else { throw ExchangeError(.wrongPassphrase) }
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: cipher.blockCount) else {
            throw ExchangeError(.malformed)
        }
        return try form.utf8.withUnsafeBytes { password throws(ExchangeError) in
            try vector.withBytes { vector throws(ExchangeError) in
                do throws(CryptoError) {
                    return try open(ciphertext, password, vector)
                } catch { throw error.kind == .failed ? ExchangeError(.wrongPassphrase) : ExchangeError(error) }
            }
        }
    }

    private func open(
        _ ciphertext: UnsafeRawBufferPointer, _ password: UnsafeRawBufferPointer, _ vector: UnsafeRawBufferPointer
    ) throws(CryptoError) -> SecretBytes {
        let library = cipher.isLegacy ? try CryptoLibrary.loadLegacy() : try CryptoLibrary.load()
        let salt = UnsafeRawBufferPointer(rebasing: vector.prefix(8))
        let key = try library.deriveForPEM(from: password, salt: salt, for: cipher)
        return try key.withUnsafeBytes { key throws(CryptoError) in
            try cipher.open(ciphertext, key: key, vector: vector)
        }
    }
}
