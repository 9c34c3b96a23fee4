/// Reads numbers and bytes from the front of a buffer. It never reads past the end.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// Returns the next bytes; nil if there are fewer.
    mutating func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, bytes.count - position >= count else { return nil }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// Returns the next number, big-endian; nil if there are too few bytes.
    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type = Number.self) -> Number? {
        take(Number.bitWidth / 8).map { $0.reduce(0) { $0 << 8 | Number($1) } }
    }
}

extension FixedWidthInteger {
    /// The bytes, big-endian.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
