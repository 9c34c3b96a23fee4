/// The parts of a record that are needed to check the chain.
struct Line {
    /// The bytes that the MAC covers.
    let body: UnsafeRawBufferPointer
    let kind: RecordKind
    let sequence: UInt64
    let mac: MAC
    /// The MAC of the preceding record, in a record that does not simply follow the line before it.
    let previous: MAC?
    /// The segment's number, in the first record of a segment.
    let segment: UInt64?

    /// - Parameter bytes: without the newline.
    /// - Returns: `nil` for anything that ``LineBuilder`` does not write.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > LineBuilder.macLength, bytes.count < LineBuilder.maximumLength else { return nil }
        let split = bytes.count - LineBuilder.macLength
        body = UnsafeRawBufferPointer(rebasing: bytes[..<split])
        var ending = Scanner(rest: bytes[split...])
        guard ending.skip(#","mac":""#), let mac = ending.mac(), ending.skip("\"}"), ending.rest.isEmpty else {
            return nil
        }
        var start = Scanner(rest: body[...])
        guard start.skip(#"{"seq":"#), let sequence = start.number(), start.skip(#","time":""#), start.drop(27),
            start.skip(#"","kind":""#), let kind = start.kind()
        else { return nil }
        self.mac = mac
        self.sequence = sequence
        self.kind = kind
        guard kind.namesPrevious else {
            (previous, segment) = (nil, nil)
            return
        }
        guard start.skip(#","previous":""#), let previous = start.mac(), start.skip("\"") else { return nil }
        self.previous = previous
        segment = kind == .segment && start.skip(#","segment":"#) ? start.number() : nil
    }
}

/// A scanner that reads a byte sequence from its start.
private struct Scanner {
    var rest: Slice<UnsafeRawBufferPointer>

    mutating func skip(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            guard rest.prefix(text.count).elementsEqual(text) else { return false }
            rest = rest.dropFirst(text.count)
            return true
        }
    }

    mutating func drop(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    /// Reads a number below 2^62 without leading zeros.
    mutating func number() -> UInt64? {
        let digits = rest.prefix { (48...57).contains($0) }
        guard (1...19).contains(digits.count), digits.first != 48 || digits.count == 1 else { return nil }
        rest = rest.dropFirst(digits.count)
        let number = digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - 48) }
        return number < ChainPosition.maximumSequence ? number : nil
    }

    mutating func mac() -> MAC? {
        guard let mac = MAC(hexadecimal: rest.prefix(64)) else { return nil }
        rest = rest.dropFirst(64)
        return mac
    }

    /// Reads a kind and the quotation mark after it.
    mutating func kind() -> RecordKind? {
        let name = rest.prefix(16).prefix { $0 != UInt8(ascii: "\"") }
        guard let kind = RecordKind(rawValue: String(decoding: name, as: UTF8.self)) else { return nil }
        rest = rest.dropFirst(name.count + 1)
        return kind
    }
}
