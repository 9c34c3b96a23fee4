import AsymmetricKeys
import Secrets

/// Rewrites BER as DER as far as older programs' files need it: lengths that are not said in advance, and strings in pieces.
///
/// Specified in: ITU-T X.690, 8.1.3.6, 8.7.
struct BERNormalization {
    private static let deepest = 24
    private static let indefinite: UInt8 = 0x80

    /// Calls `body` with the file in DER: the bytes themselves if the outermost value says its length.
    static func withDER<Result: ~Copyable>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(ExchangeError) -> Result
    ) throws(ExchangeError) -> Result {
        guard isIndefinite(bytes) else { return try body(bytes) }
        var normalization = BERNormalization(rest: bytes[...])
        let encoded = try normalization.element(depth: 0)
        guard normalization.rest.isEmpty else { throw ExchangeError(.malformed) }
        return try encoded.withBytes(body)
    }

    /// Whether a file begins with a sequence that ends with a mark in place of a length.
    static func isIndefinite(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count > 2 && bytes[0] == Tag.sequence && bytes[1] == indefinite
    }

    private var rest: Slice<UnsafeRawBufferPointer>

    private mutating func element(depth: Int) throws(ExchangeError) -> [UInt8] {
        guard depth < Self.deepest, rest.count >= 2, let tag = rest.first else { throw ExchangeError(.malformed) }
        guard rest.dropFirst().first == Self.indefinite else { return try definite(depth) }
        // Only a value of several parts can leave its length open.
        guard tag & 0x20 != 0, tag & 0x1F != 0x1F else { throw ExchangeError(.malformed) }
        rest = rest.dropFirst(2)
        var parts: [UInt8] = []
        while !rest.starts(with: [0, 0]) {
            parts += try part(of: tag, depth)
        }
        rest = rest.dropFirst(2)
        return Self.encode(tag, parts)
    }

    private mutating func definite(_ depth: Int) throws(ExchangeError) -> [UInt8] {
        var reader = DERReader(UnsafeRawBufferPointer(rebasing: rest))
        let element = try reader.takeAny()
        rest = rest.dropFirst(element.whole.count)
        guard element.tag & 0x20 != 0 else { return [UInt8](element.whole) }
        var inner = BERNormalization(rest: element.content[...])
        var parts: [UInt8] = []
        while !inner.rest.isEmpty { parts += try inner.part(of: element.tag, depth) }
        return Self.encode(element.tag, parts)
    }

    /// Takes a part of a value: of a string in pieces the contents alone.
    private mutating func part(of tag: UInt8, _ depth: Int) throws(ExchangeError) -> [UInt8] {
        let part = try element(depth: depth + 1)
        guard Self.isString(tag) else { return part }
        var reader = DERReader(UnsafeRawBufferPointer(start: nil, count: 0))
        return try part.withBytes { bytes throws(ExchangeError) in
            reader = DERReader(bytes)
            return [UInt8](try reader.take(Tag.octetString))
        }
    }

    /// Whether the tag is that of an OCTET STRING in pieces. `[0]` in place of it, as in EncryptedContentInfo, looks like a value with
    /// another in it; ``joined(_:)`` takes care of that one.
    private static func isString(_ tag: UInt8) -> Bool { tag == Tag.octetString | 0x20 }

    private static func encode(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [isString(tag) ? Tag.octetString : tag] + DERNumbers.lengthBytes(content.count) + content
    }

    /// Returns the contents of a string under `[0]`: the bytes, or those of its pieces.
    static func joined(_ element: DERReader.Element) throws(ExchangeError) -> [UInt8] {
        guard element.tag == Tag.context0 else { return [UInt8](element.content) }
        var pieces = DERReader(element.content)
        var joined: [UInt8] = []
        while !pieces.isEmpty { joined += try pieces.take(Tag.octetString) }
        return joined
    }
}
