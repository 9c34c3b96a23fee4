import Foundation

/// Named values of a header of KDBX 4.
///
/// Specified in: KeePass's documentation, “KDBX File Format Specification”, “VariantDictionary”.
struct VariantDictionary {
    /// A value.
    enum Value: Equatable {
        case number(UInt64)
        case boolean(Bool)
        case bytes([UInt8])
    }

    private(set) var values: [String: Value] = [:]

    init(_ values: [String: Value]) { self.values = values }

    init(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) {
        var reader = ByteReader(bytes, "a dictionary of the header")
        let version: UInt16 = try reader.number()
        guard version >> 8 == 1 else {
            throw reader.error("a dictionary of the header has an unknown version", .unsupported)
        }
        while true {
            let type: UInt8 = try reader.number()
            if type == 0 { return }
            guard values.count < 256 else { throw reader.error("a dictionary has too many values", .tooLarge) }
            let name = try reader.take(Int(try reader.number(Int32.self)))
            let value = try reader.take(Int(try reader.number(Int32.self)))
            values[String(decoding: name, as: UTF8.self)] = try Self.value(type, value, reader)
        }
    }

    private static func value(
        _ type: UInt8, _ bytes: UnsafeRawBufferPointer, _ reader: ByteReader
    ) throws(ExchangeError) -> Value {
        switch (type, bytes.count) {
        case (0x04, 4): .number(UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))))
        case (0x05, 8): .number(UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)))
        case (0x08, 1): .boolean(bytes[0] != 0)
        // A negative number is none of ours: it becomes too large.
        case (0x0C, 4): .number(UInt64(bitPattern: Int64(Int32(littleEndian: bytes.loadUnaligned(as: Int32.self)))))
        case (0x0D, 8): .number(UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)))
        case (0x18, _), (0x42, _): .bytes(Array(bytes))
        default: throw reader.error("a value of the header has an unknown type or a wrong size")
        }
    }

    /// Returns a number, which is limited to what fits.
    func number(_ name: String) -> Int? {
        guard case .number(let number)? = values[name] else { return nil }
        return Int(clamping: number)
    }

    /// Returns bytes.
    func bytes(_ name: String) -> [UInt8]? {
        guard case .bytes(let bytes)? = values[name] else { return nil }
        return bytes
    }

    /// The dictionary as bytes. Numbers named in `wide` have 64 bits.
    func encoded(wide: Set<String> = []) -> [UInt8] {
        let buffer = WipedBuffer()
        buffer.append(littleEndian: UInt16(0x0100))
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            let (type, bytes): (UInt8, [UInt8]) =
                switch value {
                case .number(let number) where wide.contains(name):
                    (0x05, withUnsafeBytes(of: number.littleEndian) { Array($0) })
                case .number(let number):
                    (0x04, withUnsafeBytes(of: UInt32(clamping: number).littleEndian) { Array($0) })
                case .boolean(let isTrue): (0x08, [isTrue ? 1 : 0])
                case .bytes(let bytes): (0x42, bytes)
                }
            buffer.append([type])
            buffer.append(littleEndian: Int32(clamping: name.utf8.count))
            buffer.append(name.utf8)
            buffer.append(littleEndian: Int32(clamping: bytes.count))
            buffer.append(bytes)
        }
        buffer.append([0])
        return buffer.withUnsafeBytes { Array($0) }
    }
}
