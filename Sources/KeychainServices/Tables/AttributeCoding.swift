import Foundation
import Secrets

/// The encoding of attributes as bytes, for the sealed parts of an item.
///
/// Version (1), then for each attribute key (4), type (1), length of the value (4, big-endian), value; then zeros up to a
/// multiple of 16, so that a sealed text tells little about lengths.
/// Specified in: Docs/keychain-format.md, "Sealed parts".
package enum AttributeCoding {
    static let version: UInt8 = 1
    static let padding = 16
    /// The number of bytes in front of each value.
    private static let headSize = 9

    private enum Kind: UInt8 {
        case string = 1
        case data = 2
        case number = 3
        case real = 4
        case date = 5
        case accessControl = 6
    }

    package static func encode(_ attributes: Attributes, _ further: (key: AttributeKey, value: Data)? = nil) -> [UInt8]
    {
        var bytes: [UInt8] = [version]
        let estimate = attributes.reduce(64) { $0 + headSize + $1.value.estimatedSize } + (further?.value.count ?? 0)
        bytes.reserveCapacity(estimate + padding)
        if let further { append(.data(further.value), for: further.key, to: &bytes) }
        for (key, value) in attributes { append(value, for: key, to: &bytes) }
        pad(&bytes)
        return bytes
    }

    private static func append(_ value: AttributeValue, for key: AttributeKey, to bytes: inout [UInt8]) {
        appendNumber(key.rawValue, to: &bytes)
        switch value {
        case .string(let text): appendBytes(.string, text.utf8, to: &bytes)
        case .data(let data): data.withUnsafeBytes { appendBytes(.data, $0, to: &bytes) }
        case .number(let number): appendBytes(.number, bigEndian(UInt64(bitPattern: number)), to: &bytes)
        case .real(let number): appendBytes(.real, bigEndian(number.bitPattern), to: &bytes)
        case .date(let date): appendBytes(.date, bigEndian(UInt64(bitPattern: date.microseconds)), to: &bytes)
        case .accessControl(let control): appendBytes(.accessControl, control.serialized, to: &bytes)
        }
    }

    private static func appendBytes(_ kind: Kind, _ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(kind.rawValue)
        appendNumber(UInt32(truncatingIfNeeded: value.count), to: &bytes)
        bytes.append(contentsOf: value)
    }

    private static func appendNumber(_ number: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Decodes attributes.
    ///
    /// - Parameter wipesData: whether byte values are to be overwritten when they are freed.
    /// - Throws: `.decode` for any bytes that ``encode(_:_:)`` does not produce.
    package static func decode(_ bytes: UnsafeRawBufferPointer, wipesData: Bool = false) throws(KeychainError)
        -> Attributes
    {
        guard bytes.first == version, bytes.count % padding == 0 else { throw malformed }
        var attributes = Attributes()
        attributes.reserveCapacity(16)
        var position = 1
        while bytes.count - position >= headSize, bytes[position] != 0 {
            let key = AttributeKey(rawValue: number(bytes, at: position))
            guard let kind = Kind(rawValue: bytes[position + 4]) else { throw malformed }
            let start = position + headSize
            guard let count = Int(exactly: number(bytes, at: position + 5)), count <= bytes.count - start else {
                throw malformed
            }
            let value = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
            guard attributes[key] == nil else { throw malformed }
            attributes[key] = try decode(kind, value, wipesData)
            position = start + count
        }
        guard bytes.count - position < padding, bytes[position...].allSatisfy({ $0 == 0 }) else { throw malformed }
        return attributes
    }

    /// Returns encoded attributes without one of them, as ``encode(_:_:)`` makes them of the others, and the value that was left out.
    ///
    /// - Returns: nil for bytes that ``encode(_:_:)`` does not produce.
    static func removing(
        _ key: AttributeKey, from bytes: UnsafeRawBufferPointer
    ) -> (rest: [UInt8], removed: [UInt8]?)? {
        var (rest, removed, position) = ([version], [UInt8]?.none, 1)
        rest.reserveCapacity(bytes.count)
        while bytes.count - position >= headSize, bytes[position] != 0 {
            guard let count = Int(exactly: number(bytes, at: position + 5)), count <= bytes.count - position - headSize
            else { return nil }
            let entry = UnsafeRawBufferPointer(rebasing: bytes[position..<position + headSize + count])
            if number(bytes, at: position) == key.rawValue {
                removed = Array(entry[headSize...])
            } else {
                rest.append(contentsOf: entry)
            }
            position += entry.count
        }
        pad(&rest)
        return (rest, removed)
    }

    private static func pad(_ bytes: inout [UInt8]) {
        bytes.append(contentsOf: repeatElement(0, count: (padding - bytes.count % padding) % padding))
    }

    private static func decode(
        _ kind: Kind, _ value: UnsafeRawBufferPointer, _ wipesData: Bool
    ) throws(KeychainError) -> AttributeValue {
        switch kind {
        case .string:
            guard let text = String(validating: value, as: UTF8.self) else { throw malformed }
            return .string(text)
        case .data: return .data(wipesData ? Data(wipedWhenFreed: value) : Data(value))
        case .number: return .number(Int64(bitPattern: try eightBytes(value)))
        case .real: return .real(Double(bitPattern: try eightBytes(value)))
        case .date: return .date(Date(microseconds: Int64(bitPattern: try eightBytes(value))))
        case .accessControl: return .accessControl(try AccessControl(serialized: value))
        }
    }

    private static func eightBytes(_ value: UnsafeRawBufferPointer) throws(KeychainError) -> UInt64 {
        guard value.count == 8 else { throw malformed }
        return UInt64(bigEndian: value.loadUnaligned(as: UInt64.self))
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, at position: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    private static var malformed: KeychainError { .damaged("an item") }
}

extension AttributeValue {
    fileprivate var estimatedSize: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .data(let data): data.count
        default: 8
        }
    }
}

extension Data {
    /// Makes a copy that is overwritten with zeros when it is freed. A program that changes it gets an ordinary copy of its own.
    package init(wipedWhenFreed bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else {
            self = Data()
            return
        }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        copy.copyMemory(from: bytes)
        guard let start = copy.baseAddress else {
            self = Data()
            return
        }
        self.init(
            bytesNoCopy: start, count: bytes.count,
            deallocator: .custom { start, count in
                let bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
                wipe(bytes)
                bytes.deallocate()
            })
    }
}
