/// Values in DER, one after another. The memory is borrowed.
///
/// Any other encoding of a tag or a length than DER's is the end of the values.
/// Specified in: ITU-T X.690, 8.1, 10.1.
package struct DERReader {
    /// A value: its tag, its contents, and all of its bytes.
    package struct Element {
        package let tag: UInt8
        package let content: UnsafeRawBufferPointer
        package let whole: UnsafeRawBufferPointer
    }

    private var rest: Slice<UnsafeRawBufferPointer>

    package init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    /// Whether there are no more bytes.
    package var isEmpty: Bool { rest.isEmpty }
    /// The tag of the next value.
    package var nextTag: UInt8? { rest.first }

    /// Takes the next value, which must have this tag; returns its contents.
    package mutating func element(_ tag: UInt8) -> UnsafeRawBufferPointer? {
        guard nextTag == tag else { return nil }
        return next()?.content
    }

    /// Takes the next value; nothing is taken if there is none.
    package mutating func next() -> Element? {
        guard let header = DERHeader(UnsafeRawBufferPointer(rebasing: rest)) else { return nil }
        let whole = rest.prefix(header.count + header.contentCount)
        rest = rest.dropFirst(whole.count)
        return Element(
            tag: header.tag, content: UnsafeRawBufferPointer(rebasing: whole.dropFirst(header.count)),
            whole: UnsafeRawBufferPointer(rebasing: whole))
    }
}

/// Tag and length of a value in DER, behind which there is all of its contents.
package struct DERHeader {
    package let tag: UInt8
    /// The number of bytes of tag and length.
    package let count: Int
    package let contentCount: Int

    /// Reads the beginning of `bytes`; nil for any other encoding than DER's, and for contents that are not there.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        // Tags of several bytes are in no format that is read.
        guard bytes.count >= 2, bytes[0] & 0x1F != 0x1F else { return nil }
        tag = bytes[0]
        if bytes[1] < 0x80 {
            (count, contentCount) = (2, Int(bytes[1]))
        } else {
            // The shortest form only. Four bytes are enough for any file; 0x80 alone would be the indefinite form of BER.
            let size = Int(bytes[1] & 0x7F)
            guard (1...4).contains(size), bytes.count >= 2 + size, bytes[2] != 0 else { return nil }
            (count, contentCount) = (2 + size, bytes[2..<2 + size].reduce(0) { $0 << 8 | Int($1) })
            guard contentCount >= 0x80 else { return nil }
        }
        guard contentCount <= bytes.count - count else { return nil }
    }
}
