/// A builder of a packet of little-endian fields.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends at most `field` bytes, padded with zeros to that size.
    mutating func append(_ value: [UInt8], field: Int) {
        let end = bytes.count + field
        bytes.append(contentsOf: value.prefix(field))
        pad(to: end)
    }

    /// Appends the length in 16 bits, then a field of fixed size.
    mutating func append(string: [UInt8], field: Int) {
        append(UInt16(clamping: min(string.count, field)))
        append(string, field: field)
    }

    mutating func pad(to count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: max(0, count - bytes.count)))
    }
}

/// A parser of a packet of little-endian fields; every step throws `.malformed` if bytes are missing.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func bytes(_ count: Int) throws(IdentificationFailure) -> [UInt8] {
        guard count >= 0, bytes.count - position >= count else { throw .malformed }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func integer<Value: FixedWidthInteger>(
        _ type: Value.Type = Value.self
    ) throws(IdentificationFailure) -> Value {
        let field = try bytes(Value.bitWidth / 8)
        return field.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(as: Value.self)) }
    }

    mutating func string(field: Int) throws(IdentificationFailure) -> [UInt8] {
        let count = Int(try integer(UInt16.self))
        guard count <= field else { throw .malformed }
        let string = try bytes(count)
        try expectZeros(field - count)
        return string
    }

    mutating func expectZeros(_ count: Int) throws(IdentificationFailure) {
        guard try bytes(count).allSatisfy({ $0 == 0 }) else { throw .malformed }
    }
}
