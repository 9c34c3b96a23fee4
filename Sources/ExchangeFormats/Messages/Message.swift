import AsymmetricKeys

/// A message in the Cryptographic Message Syntax: signed, or encrypted.
///
/// Parsed here, and calculated by libcrypto (Docs/decisions/0079).
/// Specified in: RFC 5652, 3.
package enum Message: Sendable {
    case signed(SignedMessage)
    case enveloped(EnvelopedMessage)
    case encrypted(EncryptedContent)

    /// Reads a message in DER, or in BER with lengths that are not said in advance.
    ///
    /// - Throws: `.malformed`, `.tooLarge`; `.unsupported` for another type of content, and for algorithms that are not used here.
    package static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> Message {
        guard bytes.count <= ExchangeLimits.file else { throw ExchangeError(.tooLarge) }
        return try BERNormalization.withDER(bytes) { bytes throws(ExchangeError) in
            var parts = try DERReader(in: bytes)
            let type = try parts.take(Tag.objectIdentifier)
            var wrapped = try parts.enter(Tag.context0)
            try parts.finish()
            if type.isObject(ObjectIdentifier.signedData) {
                return .signed(try SignedMessage(reading: try wrapped.onlySequence()))
            }
            if type.isObject(ObjectIdentifier.envelopedData) {
                return .enveloped(try EnvelopedMessage(reading: try wrapped.onlySequence()))
            }
            if type.isObject(ObjectIdentifier.authEnvelopedData) {
                return .enveloped(try EnvelopedMessage(readingAuthenticated: try wrapped.onlySequence()))
            }
            guard type.isObject(ObjectIdentifier.encryptedData) else {
                throw ExchangeError(.unsupported("a message that is neither signed nor encrypted in a known way"))
            }
            var encrypted = try wrapped.onlySequence()
            _ = try encrypted.takeNumber()
            return .encrypted(try EncryptedContent(reading: try encrypted.enter()))
        }
    }

    /// Returns a message around its contents.
    static func wrap(_ type: [UInt8], _ content: DERElement) -> [UInt8] {
        DERElement.sequence(.object(type), .constructed(Tag.context0, [content])).encoding()
    }
}

/// The most that a message may have of a kind.
enum MessageLimits {
    static let signers = 32
    static let recipients = 1000
    static let certificates = 256
    static let attributes = 64
}

extension DERReader {
    /// Takes a sequence that is the last value.
    fileprivate mutating func onlySequence() throws(ExchangeError) -> DERReader {
        let content = try enter()
        try finish()
        return content
    }
}
