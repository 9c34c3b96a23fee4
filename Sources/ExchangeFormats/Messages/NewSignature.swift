import AsymmetricKeys
import Glibc
import LibCrypto

/// A signature that is to be made. The private key may be anywhere: it signs ``signedBytes``.
///
/// Specified in: RFC 5652, 5.3, 11; RFC 8551, 2.5.
package struct NewSignature: Sendable {
    /// The contents of the attributes, and what is signed: the same behind another tag.
    private let attributes: [UInt8]
    private let certificate: CertificateIdentity
    private let hash: HashFunction
    private let namesKey: Bool

    /// The optional attributes of a signature.
    package struct Attributes: Sendable {
        /// The time of signing, in seconds since 1970.
        package var time: Int?
        /// Whether the ciphers that the signer reads are named.
        package var namesCiphers = false
        /// The certificate for which answers should be encrypted.
        package var encryptionCertificate: CertificateIdentity?

        package init() {}
    }

    /// - Parameters:
    ///   - namesKey: whether the signer is named by the identifier of the key. The certificate needs one.
    /// - Throws: `.unsupported` for a key that does not sign messages; `.library`.
    package init(
        of content: UnsafeRawBufferPointer, by certificate: CertificateIdentity, with hash: HashFunction,
        _ optional: Attributes, namesKey: Bool = false
    ) throws(ExchangeError) {
        switch certificate.key.specification {
        case .rsa, .ellipticCurve: break
        case .ed25519, .x25519: throw ExchangeError(.unsupported("signatures of messages by a key of this type"))
        }
        guard !namesKey || certificate.keyIdentifier != nil else {
            throw ExchangeError(.unsupported("a certificate without an identifier of its key"))
        }
        let digest = try calling { () throws(CryptoError) in try CryptoLibrary.load().hash(content, with: hash) }
        var all: [DERElement] = [
            Self.attribute(ObjectIdentifier.contentType, .object(ObjectIdentifier.data)),
            Self.attribute(ObjectIdentifier.messageDigest, .octets(digest)),
        ]
        if let time = optional.time { all.append(Self.attribute(ObjectIdentifier.signingTime, .time(time))) }
        if optional.namesCiphers { all.append(Self.attribute(ObjectIdentifier.capabilities, Self.ciphers)) }
        if let preferred = optional.encryptionCertificate {
            // IssuerAndSerialNumber behind [0].
            let name = DERElement.constructed(Tag.context0, preferred.issuerAndSerialNumberParts)
            all.append(Self.attribute(ObjectIdentifier.encryptionKeyPreference, name))
        }
        let sorted = all.map { $0.encoding() }.sorted { $0.lexicographicallyPrecedes($1) }
        attributes = sorted.flatMap { $0 }
        (self.certificate, self.hash, self.namesKey) = (certificate, hash, namesKey)
    }

    private static func attribute(_ identifier: [UInt8], _ value: DERElement) -> DERElement {
        .sequence(.object(identifier), .constructed(Tag.set, [value]))
    }

    private static var ciphers: DERElement {
        let identifiers = [ObjectIdentifier.aes256, ObjectIdentifier.aes192, ObjectIdentifier.aes128]
        return .constructed(Tag.sequence, identifiers.map { .sequence(.object($0)) })
    }

    /// The bytes that the private key signs, hashed by the algorithm.
    package var signedBytes: [UInt8] { [Tag.set] + DERNumbers.lengthBytes(attributes.count) + attributes }

    /// Returns the message.
    ///
    /// - Parameters:
    ///   - signature: what the private key has made of ``signedBytes``.
    ///   - content: the content; nil if it is kept elsewhere.
    ///   - certificates: those that come along.
    package func message(
        signature: [UInt8], content: UnsafeRawBufferPointer?, certificates: [[UInt8]]
    ) -> [UInt8] {
        let name: DERElement =
            if namesKey, let identifier = certificate.keyIdentifier { .bytes(Tag.string0, identifier) } else {
                certificate.issuerAndSerialNumber
            }
        let signer = DERElement.sequence(
            .number(namesKey ? 3 : 1), name, HashAlgorithm.element(hash), .bytes(Tag.context0, attributes), algorithm,
            .octets(signature))
        var encapsulated = [DERElement.object(ObjectIdentifier.data)]
        if let content { encapsulated.append(.constructed(Tag.context0, [.borrowed(Tag.octetString, content)])) }
        let sorted = certificates.sorted { $0.lexicographicallyPrecedes($1) }
        let signed = DERElement.sequence(
            .number(namesKey ? 3 : 1), .constructed(Tag.set, [HashAlgorithm.element(hash)]),
            .constructed(Tag.sequence, encapsulated), .constructed(Tag.context0, sorted.map { .encoded($0) }),
            .constructed(Tag.set, [signer]))
        return Message.wrap(ObjectIdentifier.signedData, signed)
    }

    /// The AlgorithmIdentifier of the signature.
    private var algorithm: DERElement {
        guard case .ellipticCurve = certificate.key.specification else {
            return .sequence(.object(ObjectIdentifier.rsaEncryption), .null)
        }
        return .sequence(.object(ObjectIdentifier.ecdsa(hash)))
    }
}

extension DERElement {
    /// A time, in seconds since 1970: UTCTime until 2049, GeneralizedTime from then on.
    fileprivate static func time(_ seconds: Int) -> DERElement {
        var (time, parts) = (time_t(seconds), tm())
        guard gmtime_r(&time, &parts) != nil else { return .null }
        let year = Int(parts.tm_year) + 1900
        let numbers = [
            Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec),
        ]
        let rest = numbers.map { pair($0) }.joined() + "Z"
        guard (1950..<2050).contains(year) else { return .bytes(Tag.time, Array("\(year)\(rest)".utf8)) }
        return .bytes(Tag.shortTime, Array((pair(year % 100) + rest).utf8))
    }

    private static func pair(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
