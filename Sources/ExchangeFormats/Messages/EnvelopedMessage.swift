import AsymmetricKeys
import LibCrypto
import Secrets

/// Encrypted content, with its key encrypted for each recipient. It may have a code against changes.
///
/// Specified in: RFC 5652, 6.1, 6.2; RFC 5083.
package struct EnvelopedMessage: Sendable {
    package let recipients: [MessageRecipient]
    package let content: EncryptedContent

    /// - Parameter parts: the contents of EnvelopedData.
    init(reading parts: DERReader) throws(ExchangeError) {
        var parts = parts
        recipients = try Self.recipients(&parts)
        content = try EncryptedContent(reading: try parts.enter())
        // Attributes that nothing protects say nothing.
        _ = try parts.takeIfPresent(Tag.context1)
        try parts.finish()
    }

    /// - Parameter parts: the contents of AuthEnvelopedData.
    init(readingAuthenticated parts: DERReader) throws(ExchangeError) {
        var parts = parts
        recipients = try Self.recipients(&parts)
        let encrypted = try parts.enter()
        let attributes = try parts.takeIfPresent(Tag.context1)
        let code = [UInt8](try parts.take(Tag.octetString))
        // Attributes that nothing protects say nothing.
        _ = try parts.takeIfPresent(Tag.context2)
        try parts.finish()
        // The code is over the attributes as a set, whatever tag they have in the message.
        let protected = attributes.map { DERElement.bytes(Tag.set, [UInt8]($0)).encoding() } ?? []
        content = try EncryptedContent(reading: encrypted, code: code, protected: protected)
    }

    /// Whether the content has a code against changes.
    package var isAuthenticated: Bool { content.isAuthenticated }

    /// Takes what is in front of the content.
    private static func recipients(_ parts: inout DERReader) throws(ExchangeError) -> [MessageRecipient] {
        _ = try parts.takeNumber()
        // Certificates of the sender are not needed.
        _ = try parts.takeIfPresent(Tag.context0)
        var set = try parts.enter(Tag.set)
        var recipients: [MessageRecipient] = []
        while !set.isEmpty {
            recipients += try MessageRecipient.read(try set.takeAny())
            guard recipients.count <= MessageLimits.recipients else { throw ExchangeError(.tooLarge) }
        }
        return recipients
    }

    /// Returns a message with content for certificates.
    ///
    /// - Parameter key: the key of the content.
    /// - Throws: `.unsupported` for a certificate whose key does not encrypt, or must not.
    package static func message(
        _ content: EncryptedContent, key: borrowing SecretBytes, for certificates: [CertificateIdentity]
    ) throws(ExchangeError) -> [UInt8] {
        var recipients: [[UInt8]] = []
        var hasAgreement = false
        for certificate in certificates {
            guard certificate.allowsEncryption else {
                throw ExchangeError(.unsupported("encryption for a certificate that does not allow it"))
            }
            if case .rsa = certificate.key.specification {
                recipients.append(try KeyTransport.element(key, certificate).encoding())
            } else {
                recipients.append(try KeyAgreement.element(key, certificate).encoding())
                hasAgreement = true
            }
        }
        let sorted = recipients.sorted { $0.lexicographicallyPrecedes($1) }.map { DERElement.encoded($0) }
        return Message.wrap(
            ObjectIdentifier.envelopedData,
            .sequence(.number(hasAgreement ? 2 : 0), .constructed(Tag.set, sorted), content.element))
    }
}

/// The key of a message's content, encrypted for the key of a certificate.
package struct MessageRecipient: Sendable {
    /// The ways to encrypt it.
    package enum Method: Sendable {
        case transport(KeyTransport)
        case agreement(KeyAgreement)
    }

    /// The certificate of the recipient.
    package let name: CertificateName
    package let method: Method

    /// Reads a RecipientInfo; none for a kind that has no certificate.
    static func read(_ element: DERReader.Element) throws(ExchangeError) -> [MessageRecipient] {
        switch element.tag {
        case Tag.sequence: return [try KeyTransport.read(DERReader(element.content))]
        case Tag.context1: return try KeyAgreement.read(DERReader(element.content))
        // A key or a password that both sides have, and kinds of later versions.
        default: return []
        }
    }
}

/// A key that is encrypted with RSA.
///
/// Specified in: RFC 5652, 6.2.1; RFC 3370, 4.2.1; RFC 3560.
package struct KeyTransport: Sendable {
    /// The padding.
    package enum Padding: Hashable, Sendable {
        case pkcs1
        case oaep(HashFunction)
    }

    package let padding: Padding
    package let encryptedKey: [UInt8]

    static func read(_ parts: DERReader) throws(ExchangeError) -> MessageRecipient {
        var parts = parts
        _ = try parts.takeNumber()
        let name = try CertificateName.take(&parts)
        let padding = try padding(try parts.enter())
        let encryptedKey = [UInt8](try parts.take(Tag.octetString))
        try parts.finish()
        return MessageRecipient(
            name: name, method: .transport(KeyTransport(padding: padding, encryptedKey: encryptedKey)))
    }

    private static func padding(_ algorithm: DERReader) throws(ExchangeError) -> Padding {
        var parts = algorithm
        let identifier = try parts.take(Tag.objectIdentifier)
        if identifier.isObject(ObjectIdentifier.rsaEncryption) { return .pkcs1 }
        guard identifier.isObject(ObjectIdentifier.rsaOAEP) else {
            throw ExchangeError(.unsupported("another encryption of keys"))
        }
        return .oaep(try hashOfOAEP(try parts.enter()))
    }

    /// Reads the parameters of OAEP: the hash function of both purposes, without a label.
    private static func hashOfOAEP(_ parameters: DERReader) throws(ExchangeError) -> HashFunction {
        var parts = parameters
        var (hash, mask) = (HashFunction.sha1, HashFunction.sha1)
        if var wrapped = try parts.takeIfPresent(Tag.context0).map({ DERReader($0) }) {
            hash = try HashAlgorithm.read(try wrapped.enter())
        }
        if var wrapped = try parts.takeIfPresent(Tag.context1).map({ DERReader($0) }) {
            var generator = try wrapped.enter()
            _ = try generator.take(Tag.objectIdentifier)
            mask = try HashAlgorithm.read(try generator.enter())
        }
        guard mask == hash, parts.isEmpty else { throw ExchangeError(.unsupported("these parameters of RSAES-OAEP")) }
        return hash
    }

    /// Returns KeyTransRecipientInfo, with the padding that every program reads.
    static func element(
        _ key: borrowing SecretBytes, _ certificate: CertificateIdentity
    ) throws(ExchangeError) -> DERElement {
        let encrypted = try key.withUnsafeBytes { key throws(ExchangeError) in
            try withKeys { () throws(KeyError) in try certificate.key.encrypt(key, with: .rsaEncryptionPKCS1) }
        }
        return .sequence(
            .number(0), certificate.issuerAndSerialNumber, .sequence(.object(ObjectIdentifier.rsaEncryption), .null),
            .octets(encrypted))
    }
}
