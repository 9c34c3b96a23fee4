import AsymmetricKeys

/// One value in DER.
///
/// Specified in: ITU-T X.690, 8.1, 10.1.
struct DERElement {
    let tag: UInt8
    /// The contents, without tag and length.
    let content: ArraySlice<UInt8>
    /// The whole value.
    let encoding: ArraySlice<UInt8>

    /// The values within.
    var reader: DERReader { DERReader(content) }

    /// The bytes of a bit string of whole bytes.
    var bits: ArraySlice<UInt8>? {
        guard tag == DERTag.bitString, content.first == 0 else { return nil }
        return content.dropFirst()
    }
}

/// The tags that are read.
enum DERTag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octets: UInt8 = 0x04
    static let identifier: UInt8 = 0x06
    static let enumerated: UInt8 = 0x0a
    static let shortTime: UInt8 = 0x17
    static let time: UInt8 = 0x18
    static let sequence: UInt8 = 0x30

    /// A value with a number of its own: `[number]`.
    static func context(_ number: UInt8, isConstructed: Bool = true) -> UInt8 { (isConstructed ? 0xa0 : 0x80) | number }
}

/// A reader of consecutive values in DER. It copies nothing and goes into no value by itself.
struct DERReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }
    var nextTag: UInt8? { rest.first }

    /// Takes the next value; nil for anything other than DER, and for tags of more than one byte.
    mutating func next() -> DERElement? {
        guard let header = rest.withUnsafeBytes({ DERHeader($0) }) else { return nil }
        let encoding = rest.prefix(header.count + header.contentCount)
        rest = rest.dropFirst(encoding.count)
        return DERElement(tag: header.tag, content: encoding.dropFirst(header.count), encoding: encoding)
    }

    /// Takes the next value if it has this tag.
    mutating func next(_ tag: UInt8) -> DERElement? { nextTag == tag ? next() : nil }

    /// Returns the value if it fills the bytes, and has this tag.
    static func only(_ tag: UInt8, in bytes: ArraySlice<UInt8>) -> DERElement? {
        var reader = DERReader(bytes)
        guard let element = reader.next(tag), reader.isAtEnd else { return nil }
        return element
    }
}
