/// The fields of a message in Protocol Buffers' coding, for tests that are to know the protocol from its description alone.
struct ProtobufFields {
    enum Value {
        case number(UInt64)
        case bytes([UInt8])
    }

    private(set) var values: [Int: [Value]] = [:]

    /// Nil if it cannot be read.
    init?(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            guard let tag = Self.varint(&rest), let value = Self.value(Int(tag & 7), &rest) else { return nil }
            values[Int(tag >> 3), default: []].append(value)
        }
    }

    func number(_ field: Int) -> UInt64? {
        guard case .number(let number) = values[field]?.last else { return nil }
        return number
    }

    /// Of a field of the type `sint64`.
    func signed(_ field: Int) -> Int? { number(field).map { Int(bitPattern: UInt($0 >> 1)) ^ -Int($0 & 1) } }

    func bytes(_ field: Int) -> [UInt8]? { all(field).last }

    func all(_ field: Int) -> [[UInt8]] {
        (values[field] ?? []).compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    }

    func text(_ field: Int) -> String? { bytes(field).map { String(decoding: $0, as: UTF8.self) } }

    func message(_ field: Int) -> ProtobufFields? { bytes(field).flatMap { ProtobufFields($0) } }

    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while let byte = rest.popFirst(), shift < 64 {
            number |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        return nil
    }

    private static func value(_ kind: Int, _ rest: inout ArraySlice<UInt8>) -> Value? {
        func take(_ count: Int) -> [UInt8]? {
            guard count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        func fixed(_ count: Int) -> Value? {
            take(count).map { .number($0.reversed().reduce(0) { $0 << 8 | UInt64($1) }) }
        }
        switch kind {
        case 0: return varint(&rest).map { .number($0) }
        case 1: return fixed(8)
        case 2: return varint(&rest).flatMap { take(Int(clamping: $0)) }.map { .bytes($0) }
        case 5: return fixed(4)
        default: return nil
        }
    }

    // MARK: - Writing

    static func field(_ number: Int, _ value: UInt64) -> [UInt8] { varint(UInt64(number) << 3) + varint(value) }

    static func field(_ number: Int, _ bytes: some Collection<UInt8>) -> [UInt8] {
        varint(UInt64(number) << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    static func field(_ number: Int, fixed32 value: UInt32) -> [UInt8] {
        varint(UInt64(number) << 3 | 5) + (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7f) | 0x80] + varint(value >> 7)
    }
}
