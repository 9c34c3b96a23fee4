import AsymmetricKeys
import LibCrypto

/// Content with signatures, and the certificates of those who signed it.
///
/// Specified in: RFC 5652, 5.1.
package struct SignedMessage: Sendable {
    /// The type of the content, an object identifier.
    package let type: [UInt8]
    /// The content; nil if it is kept elsewhere.
    package let content: [UInt8]?
    package let certificates: [[UInt8]]
    /// Those who signed; none if the message was made for its certificates alone.
    package let signers: [MessageSigner]

    /// - Parameter parts: the contents of SignedData.
    init(reading parts: DERReader) throws(ExchangeError) {
        var parts = parts
        _ = try parts.takeNumber()
        _ = try parts.take(Tag.set)
        var encapsulated = try parts.enter()
        type = [UInt8](try encapsulated.take(Tag.objectIdentifier))
        content = try Self.content(&encapsulated)
        certificates = try Self.certificates(&parts)
        // Revocation lists are not used.
        _ = try parts.takeIfPresent(Tag.context1)
        var set = try parts.enter(Tag.set)
        try parts.finish()
        var signers: [MessageSigner] = []
        while !set.isEmpty {
            guard signers.count < MessageLimits.signers else { throw ExchangeError(.tooLarge) }
            signers.append(try MessageSigner(reading: try set.enter()))
        }
        self.signers = signers
    }

    private static func content(_ parts: inout DERReader) throws(ExchangeError) -> [UInt8]? {
        guard var wrapped = try parts.takeIfPresent(Tag.context0).map({ DERReader($0) }) else {
            try parts.finish()
            return nil
        }
        let content = try wrapped.take(Tag.octetString)
        try wrapped.finish()
        try parts.finish()
        return [UInt8](content)
    }

    private static func certificates(_ parts: inout DERReader) throws(ExchangeError) -> [[UInt8]] {
        guard let set = try parts.takeIfPresent(Tag.context0) else { return [] }
        var reader = DERReader(set)
        var found: [[UInt8]] = []
        while !reader.isEmpty {
            let element = try reader.takeAny()
            // Older kinds of certificates have tags of their own.
            guard element.tag == Tag.sequence else { continue }
            guard found.count < MessageLimits.certificates else { throw ExchangeError(.tooLarge) }
            found.append(try Certificate.read(element.whole))
        }
        return found
    }

    /// Returns a message that has nothing but certificates.
    package static func certificatesOnly(_ certificates: [[UInt8]]) throws(ExchangeError) -> [UInt8] {
        try PKCS7.write(certificates.map { ExchangeItem(.certificate($0)) })
    }
}

/// The result of the verification of a signature. The raw value is the name that macOS's command has for it.
package enum SignatureStatus: String, Sendable {
    case good = "GoodSignature"
    case bad = "BadSignature"
    /// The content is not what was signed.
    case digestMismatch = "DigestMismatch"
    case malformed = "MalformedSignature"
    case algorithmUnsupported = "SignatureAlgorithmUnsupported"
    case certificateNotFound = "SigningCertNotFound"
    case certificateNotTrusted = "SigningCertNotTrusted"
}
