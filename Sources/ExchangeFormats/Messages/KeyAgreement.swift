import AsymmetricKeys
import LibCrypto
import Secrets

/// A key that is wrapped with one on which the sender's key and the recipient's agree: elliptic-curve Diffie-Hellman with a key of the
/// sender for this message alone.
///
/// Specified in: RFC 5652, 6.2.2; RFC 5753, 3.1, 7.2.
package struct KeyAgreement: Sendable {
    /// The hash function of the derivation of ANSI X9.63.
    package let hash: HashFunction
    /// The sender's public key: 04 ‖ X ‖ Y, on the curve of the recipient's.
    package let senderKey: [UInt8]
    /// The information that both sides share.
    package let sharedInfo: [UInt8]
    /// The number of bytes of the key to derive.
    package var count: Int { wrap.keyCount }

    private let wrap: KeyWrap
    private let wrappedKey: [UInt8]

    private static let schemes: [(identifier: [UInt8], hash: HashFunction)] = [
        (ObjectIdentifier.standardDHWithSHA1, .sha1), (ObjectIdentifier.standardDHWithSHA2 + [0], .sha224),
        (ObjectIdentifier.standardDHWithSHA2 + [1], .sha256), (ObjectIdentifier.standardDHWithSHA2 + [2], .sha384),
        (ObjectIdentifier.standardDHWithSHA2 + [3], .sha512), (ObjectIdentifier.cofactorDHWithSHA1, .sha1),
        (ObjectIdentifier.cofactorDHWithSHA2 + [0], .sha224), (ObjectIdentifier.cofactorDHWithSHA2 + [1], .sha256),
        (ObjectIdentifier.cofactorDHWithSHA2 + [2], .sha384), (ObjectIdentifier.cofactorDHWithSHA2 + [3], .sha512),
    ]

    private static let wraps: [(identifier: [UInt8], wrap: KeyWrap)] = [
        (ObjectIdentifier.aes128Wrap, .aes128), (ObjectIdentifier.aes192Wrap, .aes192),
        (ObjectIdentifier.aes256Wrap, .aes256), (ObjectIdentifier.tripleDESWrap, .tripleDES),
    ]

    /// Returns the key of the content.
    ///
    /// - Parameter wrappingKey: what both keys agree on, derived with ``sharedInfo``.
    /// - Throws: `.wrongKey` if it is another one.
    package func unwrap(with wrappingKey: borrowing SecretBytes) throws(ExchangeError) -> SecretBytes {
        do throws(CryptoError) {
            return try wrap.unwrap(wrappedKey, with: wrappingKey)
        } catch { throw error.kind == .failed ? ExchangeError(.wrongKey) : ExchangeError(error) }
    }

    /// - Parameter parts: the contents of KeyAgreeRecipientInfo.
    static func read(_ parts: DERReader) throws(ExchangeError) -> [MessageRecipient] {
        var parts = parts
        _ = try parts.takeNumber()
        let senderKey = try senderKey(try parts.enter(Tag.context0))
        var material: [UInt8]?
        if var wrapped = try parts.takeIfPresent(Tag.context1).map({ DERReader($0) }) {
            material = [UInt8](try wrapped.take(Tag.octetString))
        }
        var algorithm = try parts.enter()
        let scheme = try algorithm.take(Tag.objectIdentifier)
        let wrapAlgorithm = [UInt8](try algorithm.takeWhole(Tag.sequence))
        guard let hash = schemes.first(where: { scheme.isObject($0.identifier) })?.hash,
            let wrap = try wrap(wrapAlgorithm)
        else { throw ExchangeError(.unsupported("another agreement on keys")) }
        var list = try parts.enter()
        try parts.finish()
        let info = sharedInfo(wrapAlgorithm, material, count: wrap.keyCount)
        var recipients: [MessageRecipient] = []
        while !list.isEmpty {
            guard recipients.count < MessageLimits.recipients else { throw ExchangeError(.tooLarge) }
            var recipient = try list.enter()
            let name = try name(&recipient)
            let wrappedKey = [UInt8](try recipient.take(Tag.octetString))
            let agreement = KeyAgreement(
                hash: hash, senderKey: senderKey, sharedInfo: info, wrap: wrap, wrappedKey: wrappedKey)
            recipients.append(MessageRecipient(name: name, method: .agreement(agreement)))
        }
        return recipients
    }

    private static func wrap(_ algorithm: [UInt8]) throws(ExchangeError) -> KeyWrap? {
        try algorithm.withBytes { bytes throws(ExchangeError) in
            var parts = try DERReader(in: bytes)
            let identifier = try parts.take(Tag.objectIdentifier)
            return wraps.first { identifier.isObject($0.identifier) }?.wrap
        }
    }

    /// Reads the sender's key. One that is in a certificate is not read.
    private static func senderKey(_ originator: DERReader) throws(ExchangeError) -> [UInt8] {
        var parts = originator
        guard var key = try parts.takeIfPresent(Tag.context1).map({ DERReader($0) }) else {
            throw ExchangeError(.unsupported("a sender's key that is in a certificate"))
        }
        try parts.finish()
        _ = try key.take(Tag.sequence)
        return [UInt8](try key.takeBits())
    }

    /// Reads KeyAgreeRecipientIdentifier.
    private static func name(_ parts: inout DERReader) throws(ExchangeError) -> CertificateName {
        if var named = try parts.takeIfPresent(Tag.context0).map({ DERReader($0) }) {
            return .keyIdentifier([UInt8](try named.take(Tag.octetString)))
        }
        return try CertificateName(reading: try parts.enter())
    }

    /// ECC-CMS-SharedInfo.
    private static func sharedInfo(_ wrap: [UInt8], _ material: [UInt8]?, count: Int) -> [UInt8] {
        var parts = [DERElement.encoded(wrap)]
        if let material { parts.append(.constructed(Tag.context0, [.octets(material)])) }
        let bits = withUnsafeBytes(of: UInt32(truncatingIfNeeded: 8 * count).bigEndian) { [UInt8]($0) }
        parts.append(.constructed(Tag.context2, [.octets(bits)]))
        return DERElement.constructed(Tag.sequence, parts).encoding()
    }

    /// Returns KeyAgreeRecipientInfo: SHA-256 and AES-256.
    static func element(
        _ key: borrowing SecretBytes, _ certificate: CertificateIdentity
    ) throws(ExchangeError) -> DERElement {
        let wrapAlgorithm = DERElement.sequence(.object(ObjectIdentifier.aes256Wrap))
        let info = sharedInfo(wrapAlgorithm.encoding(), nil, count: KeyWrap.aes256.keyCount)
        let sender = try withKeys { () throws(KeyError) in
            try PrivateKey.generate(certificate.key.specification)
        }
        let wrappingKey = try withKeys { () throws(KeyError) in
            try sender.exchange(
                with: certificate.key, .exchange(.standard, .sha256),
                ExchangeParameters(count: KeyWrap.aes256.keyCount, sharedInfo: info))
        }
        let wrapped: [UInt8]
        do throws(CryptoError) {
            wrapped = try KeyWrap.aes256.wrap(key, with: wrappingKey)
        } catch { throw ExchangeError(error) }
        let kind = KeyKind(certificate.key.specification).element
        let originator = DERElement.constructed(Tag.context1, [kind, .bits(sender.publicRepresentation)])
        let scheme = DERElement.sequence(.object(ObjectIdentifier.standardDHWithSHA2 + [1]), wrapAlgorithm)
        return .constructed(
            Tag.context1,
            [
                .number(3), .constructed(Tag.context0, [originator]), scheme,
                .sequence(.sequence(certificate.issuerAndSerialNumber, .octets(wrapped))),
            ])
    }
}
