import AsymmetricKeys
import Secrets

/// Reads files of keys and certificates.
package enum ExchangeReader {
    /// Returns the contents of a file.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - passphrase: the password, if there is one. A file without encryption is read with any.
    ///   - format: the format; nil if the bytes are to tell it.
    ///   - type: the type of contents that is expected; it only tells raw keys apart.
    ///   - budget: the calculation that the whole file may ask for.
    /// - Throws: `.unknownFormat` for bytes of no format, and for those that are not of the format that is asked for.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase = .none, as format: ExchangeFormat? = nil,
        type: ExchangeItemType? = nil, budget: DerivationBudget = DerivationBudget()
    ) throws(ExchangeError) -> ExchangeContents {
        var budget = budget
        guard bytes.count <= ExchangeLimits.file else { throw ExchangeError(.tooLarge) }
        if let raw = try rawKey(bytes, format, type) { return ExchangeContents(.rawKey, [raw]) }
        guard let found = FormatDetector.detect(bytes) else { throw ExchangeError(.unknownFormat) }
        let contents = try read(bytes, found, passphrase, &budget)
        guard format.map({ found.isReadable(as: $0, contents.format) }) ?? true else {
            throw ExchangeError(.unknownFormat)
        }
        return contents
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, _ found: FormatDetector.Found, _ passphrase: Passphrase,
        _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> ExchangeContents {
        switch found {
        case .pem: try PEMFile.read(bytes, passphrase, &budget)
        case .sshPublicKey: ExchangeContents(.openSSH, try SSHPublicKey.read(bytes))
        case .pkcs12: ExchangeContents(.pkcs12, try PKCS12Reader.read(bytes, passphrase, &budget), type: .aggregate)
        case .pkcs7: ExchangeContents(.pkcs7, try PKCS7.read(bytes), type: .aggregate)
        case .der(let part): ExchangeContents(part.format, [try part.read(bytes, passphrase, &budget)])
        }
    }

    /// Reads an external representation, of which only the length says what it is.
    private static func rawKey(
        _ bytes: UnsafeRawBufferPointer, _ format: ExchangeFormat?, _ type: ExchangeItemType?
    ) throws(ExchangeError) -> ExchangeItem? {
        let isPoint = bytes.first == 4 && [65, 97, 133, 145, 199].contains(bytes.count)
        guard format == .rawKey || (format == nil && isPoint) else { return nil }
        if let item = RawKey.read(bytes, type) { return item }
        guard format == nil else { throw ExchangeError(.unknownFormat) }
        return nil
    }
}

/// External representations of keys (keychain-services 6.3).
enum RawKey {
    /// Reads a key: on a curve, or RSA in PKCS #1, which have marks of their own. One of 32 bytes could be anything.
    static func read(_ bytes: UnsafeRawBufferPointer, _ type: ExchangeItemType?) -> ExchangeItem? {
        let keyType: KeyType = bytes.first == Tag.sequence ? .rsa : .ellipticCurve
        if type != .publicKey, let key = try? TraditionalKey.make(keyType, bytes) {
            return ExchangeItem(.privateKey(key))
        }
        guard type != .privateKey, let key = try? PublicKey(type: keyType, representation: bytes) else { return nil }
        return ExchangeItem(.publicKey(key))
    }
}
