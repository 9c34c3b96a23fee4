import AsymmetricKeys
import Secrets

/// Content that is encrypted with a key of its own.
///
/// Without a code against changes, a message that was changed may decrypt to something else. New messages have none.
/// Specified in: RFC 5652, 6.1, 8; RFC 3565; RFC 5083.
package struct EncryptedContent: Sendable {
    private enum Cipher {
        case block(ContentCipher)
        /// With the code, and what it protects besides.
        case authenticated(AuthenticatedCipher, code: [UInt8], protected: [UInt8])
    }

    private let cipher: Cipher
    private let ciphertext: [UInt8]

    /// The number of bytes of a key.
    package var keyCount: Int {
        switch cipher {
        case .block(let cipher): cipher.cipher.keyCount
        case .authenticated(let cipher, _, _): cipher.keyCount
        }
    }

    /// Whether there is a code against changes.
    var isAuthenticated: Bool { if case .authenticated = cipher { true } else { false } }

    /// The number of bytes of the keys of new messages.
    package static let newKeyCount = 32

    /// - Parameter parts: the contents of EncryptedContentInfo.
    init(reading parts: DERReader) throws(ExchangeError) {
        var parts = parts
        _ = try parts.take(Tag.objectIdentifier)
        cipher = .block(try ContentCipher(reading: try parts.enter()))
        ciphertext = try Self.ciphertext(&parts)
    }

    /// - Parameters:
    ///   - parts: the contents of EncryptedContentInfo.
    ///   - code: that against changes.
    ///   - protected: what the code protects besides.
    init(reading parts: DERReader, code: [UInt8], protected: [UInt8]) throws(ExchangeError) {
        var parts = parts
        _ = try parts.take(Tag.objectIdentifier)
        let cipher = try AuthenticatedCipher(reading: try parts.enter())
        guard code.count == cipher.codeCount else { throw ExchangeError(.malformed) }
        self.cipher = .authenticated(cipher, code: code, protected: protected)
        ciphertext = try Self.ciphertext(&parts)
    }

    private static func ciphertext(_ parts: inout DERReader) throws(ExchangeError) -> [UInt8] {
        let element = try parts.takeAny()
        guard element.tag == Tag.string0 || element.tag == Tag.context0 else { throw ExchangeError(.malformed) }
        try parts.finish()
        return try BERNormalization.joined(element)
    }

    /// Encrypts content.
    ///
    /// - Parameter key: ``newKeyCount`` bytes.
    package init(_ content: UnsafeRawBufferPointer, with key: borrowing SecretBytes) throws(ExchangeError) {
        let cipher = ContentCipher.forWriting()
        self.cipher = .block(cipher)
        ciphertext = try cipher.seal(content, with: key)
    }

    /// Returns the content.
    ///
    /// - Throws: `.wrongKey` for a key of another message, and for content that was changed so that it shows.
    package func open(with key: borrowing SecretBytes) throws(ExchangeError) -> SecretBytes {
        guard key.count == keyCount else { throw ExchangeError(.wrongKey) }
        do throws(ExchangeError) {
            switch cipher {
            case .block(let cipher): return try cipher.open(ciphertext, with: key)
            case .authenticated(let cipher, let code, let protected):
                return try cipher.open(ciphertext + code, protected: protected, with: key)
            }
        } catch {
            if case .library(let reason) = error.kind, reason.kind != .failed { throw error }
            throw ExchangeError(.wrongKey)
        }
    }

    /// EncryptedContentInfo.
    var element: DERElement {
        let algorithm =
            switch cipher {
            case .block(let cipher): cipher.element
            case .authenticated(let cipher, _, _): cipher.element
            }
        return .sequence(.object(ObjectIdentifier.data), algorithm, .bytes(Tag.string0, ciphertext))
    }

    /// Returns a message for those who have the key.
    package func message() -> [UInt8] {
        Message.wrap(ObjectIdentifier.encryptedData, .sequence(.number(0), element))
    }
}
