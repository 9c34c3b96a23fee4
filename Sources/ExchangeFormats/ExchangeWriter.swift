import AsymmetricKeys
import Secrets

/// Writes files of keys and certificates.
package enum ExchangeWriter {
    /// Returns a file.
    ///
    /// - Parameters:
    ///   - items: the keys and certificates, at least one.
    ///   - format: the format; nil for the usual one of these items.
    ///   - asPEM: whether the file is to be text. OpenSSH's files and sequences of PEM always are.
    ///   - passphrase: the password; required by PKCS #12 and by encrypted PKCS #8. Formats with and without encryption are encrypted if
    ///     there is one.
    /// - Throws: `.unsupported` if the format does not have these items; `.passphraseRequired`, `.tooLarge`, `.library`.
    package static func write(
        _ items: [ExchangeItem], as format: ExchangeFormat? = nil, asPEM: Bool = false, _ passphrase: Passphrase = .none
    ) throws(ExchangeError) -> SecretBytes {
        guard !items.isEmpty else { throw ExchangeError(.unsupported("a file without contents")) }
        guard items.count <= ExchangeLimits.items else { throw ExchangeError(.tooLarge) }
        switch format ?? usualFormat(items) {
        case .pkcs12: return armoured(PEMFile.labelOfPKCS12, try PKCS12Writer.write(items, passphrase), asPEM)
        case .pkcs7: return armoured("PKCS7", try PKCS7.write(items), asPEM)
        case .pemSequence: return try sequence(items, passphrase)
        case .openSSH: return try ssh(items, passphrase)
        case let format:
            guard let item = items.first, items.count == 1 else {
                // Only text can have several of these.
                guard asPEM else { throw ExchangeError(.unsupported("several items in this format")) }
                return try sequence(items, passphrase, format)
            }
            return try single(item, format, asPEM, passphrase)
        }
    }

    private static func usualFormat(_ items: [ExchangeItem]) -> ExchangeFormat {
        guard let item = items.first, items.count == 1 else { return .pemSequence }
        return item.type == .certificate ? .certificate : .openSSL
    }

    private static func armoured(_ label: String, _ bytes: [UInt8], _ asPEM: Bool) -> SecretBytes {
        asPEM ? PEMWriter.block(label, bytes) : SecretBytes(copying: bytes)
    }

    /// Returns parts one after another: each in `format` if it has it, else in the usual one.
    private static func sequence(
        _ items: [ExchangeItem], _ passphrase: Passphrase, _ format: ExchangeFormat? = nil
    ) throws(ExchangeError) -> SecretBytes {
        var all: SecretBytes = SecretBytes(zeros: 0)
        for item in items {
            let usual: ExchangeFormat =
                switch item.content {
                case .certificate: .certificate
                case .publicKey: .openSSL
                case .privateKey: passphrase.isGiven ? .wrappedPKCS8 : .openSSL
                }
            let part = try single(item, format ?? usual, true, passphrase)
            all = joined(all, part)
        }
        return all
    }

    private static func joined(_ one: borrowing SecretBytes, _ other: borrowing SecretBytes) -> SecretBytes {
        one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                DERElement.joined([.borrowedEncoded(one), .borrowedEncoded(other)])
            }
        }
    }

    private static func single(
        _ item: ExchangeItem, _ format: ExchangeFormat, _ asPEM: Bool, _ passphrase: Passphrase
    ) throws(ExchangeError) -> SecretBytes {
        switch (item.content, format) {
        case (.certificate(let der), .certificate), (.certificate(let der), .openSSL):
            return armoured(DERPart.certificate.label, der, asPEM)
        case (.publicKey(let key), .openSSL):
            return armoured(DERPart.publicKeyInfo.label, SubjectPublicKeyInfo.encode(key), asPEM)
        case (.publicKey(let key), .bsafe) where key.specification.type == .rsa:
            return armoured(DERPart.pkcs1PublicKey.label, key.representation, asPEM)
        case (.publicKey(let key), .rawKey) where !asPEM: return SecretBytes(copying: key.representation)
        case (.privateKey(let key), .wrappedPKCS8):
            let encoded = try EncryptedPrivateKeyInfo.encode(key, try passphrase.formForWriting())
            return armoured(DERPart.encryptedPKCS8.label, encoded, asPEM)
        // A caller who gives a password does not get a key without one.
        case (.privateKey, .openSSL) where passphrase.isGiven:
            return try single(item, .wrappedPKCS8, asPEM, passphrase)
        case (.privateKey, _) where passphrase.isGiven:
            throw ExchangeError(.unsupported("a password in this format"))
        case (.privateKey(let key), .rawKey) where !asPEM:
            return try withKeys { () throws(KeyError) in try key.representation() }
        case (.privateKey(let key), .openSSL):
            let part = DERPart(traditionalOf: key.specification.type)
            let encoded = try traditional(key, part)
            return asPEM ? encoded.withUnsafeBytes { PEMWriter.block(part.label, $0) } : encoded
        case (.privateKey(let key), .bsafe) where key.specification.type == .rsa:
            return try single(item, .openSSL, asPEM, passphrase)
        default: throw ExchangeError(.unsupported("this item in this format"))
        }
    }

    private static func traditional(_ key: PrivateKey, _ part: DERPart) throws(ExchangeError) -> SecretBytes {
        switch part {
        case .pkcs1: try withKeys { () throws(KeyError) in try key.representation() }
        case .sec1: try TraditionalKey.encodeCurve(key, namesCurve: true)
        default: try PrivateKeyInfo.encode(key)
        }
    }

    private static func ssh(_ items: [ExchangeItem], _ passphrase: Passphrase) throws(ExchangeError) -> SecretBytes {
        if let item = items.first, items.count == 1, case .privateKey(let key) = item.content {
            return try SSHPrivateKey.write(key, item.name, passphrase)
        }
        var lines: [UInt8] = []
        for item in items {
            guard case .publicKey(let key) = item.content else {
                throw ExchangeError(.unsupported("this item in a file of OpenSSH"))
            }
            lines += try SSHPublicKey.write(key, item.name)
        }
        return SecretBytes(copying: lines)
    }
}

extension DERPart {
    /// The format of a private key's own algorithm; PKCS #8 if it has none.
    fileprivate init(traditionalOf type: KeyType) {
        switch type {
        case .rsa: self = .pkcs1
        case .ellipticCurve: self = .sec1
        case .ed25519, .x25519: self = .pkcs8
        }
    }
}
