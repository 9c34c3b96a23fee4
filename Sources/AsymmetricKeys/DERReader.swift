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

    /// Takes the next value.
    package mutating func next() -> Element? {
        let start = rest
        // Tags of several bytes are in no format that is read.
        guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let count = length(), count <= rest.count else {
            return nil
        }
        let content = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Element(
            tag: tag, content: UnsafeRawBufferPointer(rebasing: content),
            whole: UnsafeRawBufferPointer(rebasing: start.prefix(content.endIndex - start.startIndex)))
    }

    private mutating func length() -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        // Four bytes are enough for any file; 0x80 alone would be the indefinite form of BER.
        let size = Int(first & 0x7F)
        guard (1...4).contains(size), rest.count >= size, rest.first != 0 else { return nil }
        let count = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(size)
        return count >= 0x80 ? count : nil
    }
}
