import AsymmetricKeys
import Secrets

/// Writes PKCS #12 files: AES-256 with PBKDF2 for keys and for certificates, HMAC-SHA-256 over both.
///
/// Specified in: RFC 7292, 5.
enum PKCS12Writer {
    /// - Throws: `.passphraseRequired`, `.tooLarge`, `.unsupported` for public keys, `.library`.
    static func write(
        _ items: [ExchangeItem], _ passphrase: Passphrase
    ) throws(ExchangeError) -> [UInt8] {
        let form = try passphrase.formForWriting()
        var (keys, certificates): ([DERElement], [DERElement]) = ([], [])
        for item in items {
            switch item.content {
            case .privateKey(let key):
                guard keys.count < ExchangeLimits.keys else { throw ExchangeError(.tooLarge) }
                let value = DERElement.encoded(try EncryptedPrivateKeyInfo.encode(key, form))
                keys.append(SafeBags.bag(ObjectIdentifier.shroudedKeyBag, value, of: item))
            case .certificate(let der):
                let value = DERElement.sequence(
                    .object(ObjectIdentifier.x509Certificate), .constructed(Tag.context0, [.octets(der)]))
                certificates.append(SafeBags.bag(ObjectIdentifier.certificateBag, value, of: item))
            case .publicKey: throw ExchangeError(.unsupported("a public key in PKCS #12"))
            }
        }
        var safes: [DERElement] = []
        if !certificates.isEmpty { safes.append(try encrypted(certificates, form)) }
        if !keys.isEmpty { safes.append(plain(DERElement.constructed(Tag.sequence, keys).encoding())) }
        return try file(DERElement.constructed(Tag.sequence, safes).encoding(), form)
    }

    private static func file(_ safes: [UInt8], _ form: Passphrase.Form) throws(ExchangeError) -> [UInt8] {
        let code = try AuthenticationCode.element(for: safes, form)
        return DERElement.sequence(.number(3), plain(safes), code).encoding()
    }

    /// ContentInfo with data.
    private static func plain(_ bytes: [UInt8]) -> DERElement {
        .sequence(.object(ObjectIdentifier.data), .constructed(Tag.context0, [.octets(bytes)]))
    }

    /// ContentInfo with encrypted data.
    private static func encrypted(
        _ bags: [DERElement], _ form: Passphrase.Form
    ) throws(ExchangeError) -> DERElement {
        let encryption = PasswordEncryption.forWriting()
        let ciphertext = try DERElement.constructed(Tag.sequence, bags).encoding().withBytes {
            bytes throws(ExchangeError) in try encryption.seal(bytes, form)
        }
        let content = DERElement.sequence(
            .object(ObjectIdentifier.data), encryption.element, .bytes(Tag.string0, ciphertext))
        return .sequence(
            .object(ObjectIdentifier.encryptedData), .constructed(Tag.context0, [.sequence(.number(0), content)]))
    }
}
