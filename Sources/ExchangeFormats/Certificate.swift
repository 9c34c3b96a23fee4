import AsymmetricKeys

/// Certificates by their outermost structure alone: what is in them is for those who use them.
///
/// Specified in: RFC 5280, 4.1.
enum Certificate {
    /// Returns a certificate that fills `bytes`.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> [UInt8] {
        guard bytes.count <= ExchangeLimits.certificate else { throw ExchangeError(.tooLarge) }
        guard isCertificate(bytes) else { throw ExchangeError(.malformed) }
        return [UInt8](bytes)
    }

    static func isCertificate(_ bytes: UnsafeRawBufferPointer) -> Bool {
        Shape.tags(of: bytes, atMost: 4) == [Tag.sequence, Tag.sequence, Tag.bitString]
    }
}

/// The tags in a sequence, by which formats are told apart.
enum Shape {
    /// Returns the tags of the first values in a sequence that fills `bytes`; nil if there is none.
    static func tags(of bytes: UnsafeRawBufferPointer, atMost most: Int) -> [UInt8]? {
        guard var parts = try? DERReader(in: bytes) else { return nil }
        var tags: [UInt8] = []
        while tags.count < most, let part = parts.next() { tags.append(part.tag) }
        return tags
    }
}
