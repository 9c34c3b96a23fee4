import AsymmetricKeys
import Secrets

/// A private key in PKCS #8, without encryption.
///
/// Specified in: RFC 5958, 2; RFC 8410, 7.
enum PrivateKeyInfo {
    /// Reads a key. Attributes are ignored, and so is a public key beside it, which is calculated.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> PrivateKey {
        var parts = try DERReader(in: bytes)
        guard try parts.takeNumber() <= 1 else { throw ExchangeError(.unsupported("another version of PKCS #8")) }
        let kind = try KeyKind(reading: try parts.enter())
        let key = try parts.take(Tag.octetString)
        _ = try parts.takeIfPresent(Tag.context0)
        // A bit string with its own tag, or in the place of it.
        if parts.nextTag == Tag.context1 || parts.nextTag == Tag.string1 { _ = try parts.takeAny() }
        try parts.finish()
        switch kind {
        case .rsa: return try TraditionalKey.readRSA(key)
        case .ellipticCurve(let curve): return try TraditionalKey.readCurve(key, curve)
        case .ed25519, .x25519:
            var inner = DERReader(key)
            let number = try inner.take(Tag.octetString)
            try inner.finish()
            return try TraditionalKey.make(kind.type, number)
        }
    }

    static func encode(_ key: PrivateKey) throws(ExchangeError) -> SecretBytes {
        let kind = KeyKind(key.specification)
        let inner = try inner(key, kind)
        return inner.withUnsafeBytes { inner in
            DERElement.sequence(.number(0), kind.element, .borrowed(Tag.octetString, inner)).secret()
        }
    }

    private static func inner(_ key: PrivateKey, _ kind: KeyKind) throws(ExchangeError) -> SecretBytes {
        switch kind {
        case .rsa: return try withKeys { () throws(KeyError) in try key.representation() }
        case .ellipticCurve: return try TraditionalKey.encodeCurve(key, namesCurve: false)
        case .ed25519, .x25519:
            let number = try withKeys { () throws(KeyError) in try key.representation() }
            return number.withUnsafeBytes { DERElement.borrowed(Tag.octetString, $0).secret() }
        }
    }
}

/// A private key in PKCS #8, encrypted.
///
/// Specified in: RFC 5958, 3.
enum EncryptedPrivateKeyInfo {
    static func read(
        _ bytes: UnsafeRawBufferPointer, _ form: Passphrase.Form, _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> PrivateKey {
        var parts = try DERReader(in: bytes)
        let encryption = try PasswordEncryption(reading: try parts.enter())
        let ciphertext = try parts.take(Tag.octetString)
        try parts.finish()
        let plaintext = try encryption.open(ciphertext, form, &budget)
        return try plaintext.withUnsafeBytes { plaintext throws(ExchangeError) in
            try decrypted { () throws(ExchangeError) in try PrivateKeyInfo.read(plaintext) }
        }
    }

    static func encode(_ key: PrivateKey, _ form: Passphrase.Form) throws(ExchangeError) -> [UInt8] {
        let plaintext = try PrivateKeyInfo.encode(key)
        let encryption = PasswordEncryption.forWriting()
        let ciphertext = try plaintext.withUnsafeBytes { plaintext throws(ExchangeError) in
            try encryption.seal(plaintext, form)
        }
        return DERElement.sequence(encryption.element, .octets(ciphertext)).encoding()
    }
}

/// Reads what a password has decrypted. A wrong one passes as the right one in 1 of 256 cases, and what it leads to has no structure.
func decrypted<Result: ~Copyable>(
    _ body: () throws(ExchangeError) -> Result
) throws(ExchangeError) -> Result {
    do throws(ExchangeError) {
        return try body()
    } catch { throw error.kind == .malformed ? ExchangeError(.wrongPassphrase) : error }
}
