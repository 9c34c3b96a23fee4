import AsymmetricKeys
import Secrets

/// Content that is encrypted with a key of its own.
///
/// The ciphers have no code against changes: a message that was changed may decrypt to something else.
/// Specified in: RFC 5652, 6.1, 8; RFC 3565.
package struct EncryptedContent: Sendable {
    private let cipher: ContentCipher
    private let ciphertext: [UInt8]

    /// The number of bytes of a key.
    package var keyCount: Int { cipher.cipher.keyCount }

    /// The number of bytes of the keys of new messages.
    package static let newKeyCount = 32

    /// - Parameter parts: the contents of EncryptedContentInfo.
    init(reading parts: DERReader) throws(ExchangeError) {
        var parts = parts
        _ = try parts.take(Tag.objectIdentifier)
        cipher = try ContentCipher(reading: try parts.enter())
        let element = try parts.takeAny()
        guard element.tag == Tag.string0 || element.tag == Tag.context0 else { throw ExchangeError(.malformed) }
        try parts.finish()
        ciphertext = try BERNormalization.joined(element)
    }

    /// Encrypts content.
    ///
    /// - Parameter key: ``newKeyCount`` bytes.
    package init(_ content: UnsafeRawBufferPointer, with key: borrowing SecretBytes) throws(ExchangeError) {
        cipher = ContentCipher.forWriting()
        ciphertext = try cipher.seal(content, with: key)
    }

    /// Returns the content.
    ///
    /// - Throws: `.wrongKey` for a key of another message, and for content that was changed so that it shows.
    package func open(with key: borrowing SecretBytes) throws(ExchangeError) -> SecretBytes {
        guard key.count == keyCount else { throw ExchangeError(.wrongKey) }
        do throws(ExchangeError) {
            return try cipher.open(ciphertext, with: key)
        } catch {
            if case .library(let reason) = error.kind, reason.kind != .failed { throw error }
            throw ExchangeError(.wrongKey)
        }
    }

    /// EncryptedContentInfo.
    var element: DERElement {
        .sequence(.object(ObjectIdentifier.data), cipher.element, .bytes(Tag.string0, ciphertext))
    }

    /// Returns a message for those who have the key.
    package func message() -> [UInt8] {
        Message.wrap(ObjectIdentifier.encryptedData, .sequence(.number(0), element))
    }
}
