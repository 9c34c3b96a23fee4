import AsymmetricKeys
import Secrets

/// A value to be written in DER. Borrowed bytes have to stay until it is written.
indirect enum DERElement {
    case bytes(UInt8, [UInt8])
    case borrowed(UInt8, UnsafeRawBufferPointer)
    case constructed(UInt8, [DERElement])
    /// A value that is encoded already.
    case encoded([UInt8])
    /// Such a value in borrowed memory.
    case borrowedEncoded(UnsafeRawBufferPointer)

    static func sequence(_ elements: DERElement...) -> DERElement { .constructed(Tag.sequence, elements) }
    static func object(_ identifier: [UInt8]) -> DERElement { .bytes(Tag.objectIdentifier, identifier) }
    static func octets(_ bytes: [UInt8]) -> DERElement { .bytes(Tag.octetString, bytes) }
    static func bits(_ bytes: [UInt8]) -> DERElement { .bytes(Tag.bitString, [0] + bytes) }
    static var null: DERElement { .bytes(Tag.null, []) }

    /// A number that is not negative.
    static func number(_ number: Int) -> DERElement {
        let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0.drop { $0 == 0 }) }
        return .bytes(Tag.integer, (bytes.first ?? 0x80) < 0x80 ? bytes : [0] + bytes)
    }

    private var contentCount: Int {
        switch self {
        case .bytes(_, let bytes), .encoded(let bytes): bytes.count
        case .borrowed(_, let bytes), .borrowedEncoded(let bytes): bytes.count
        case .constructed(_, let elements): elements.reduce(0) { $0 + $1.count }
        }
    }

    private var tag: UInt8? {
        switch self {
        case .bytes(let tag, _), .borrowed(let tag, _), .constructed(let tag, _): tag
        case .encoded, .borrowedEncoded: nil
        }
    }

    /// The number of bytes of the encoding.
    var count: Int {
        let content = contentCount
        return tag == nil ? content : 1 + DERNumbers.lengthBytes(content).count + content
    }

    /// The encoding of a public value.
    func encoding() -> [UInt8] {
        let count = count
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            var rest = UnsafeMutableRawBufferPointer(buffer)
            write(to: &rest)
            written = count
        }
    }

    /// The encoding of a secret value.
    func secret() -> SecretBytes {
        SecretBytes(count: count) { buffer in
            var rest = buffer
            write(to: &rest)
        }
    }

    func write(to rest: inout UnsafeMutableRawBufferPointer) {
        if let tag { Self.put([tag] + DERNumbers.lengthBytes(contentCount), &rest) }
        switch self {
        case .bytes(_, let bytes), .encoded(let bytes): Self.put(bytes, &rest)
        case .borrowed(_, let bytes), .borrowedEncoded(let bytes): Self.put(bytes, &rest)
        case .constructed(_, let elements): for element in elements { element.write(to: &rest) }
        }
    }

    private static func put(_ bytes: some Collection<UInt8>, _ rest: inout UnsafeMutableRawBufferPointer) {
        rest.copyBytes(from: bytes)
        rest = UnsafeMutableRawBufferPointer(rebasing: rest.dropFirst(bytes.count))
    }
}
