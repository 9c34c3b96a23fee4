import Foundation
import KeychainServices
import Security

/// Attributes in the form of the functions before `SecItem…`: bytes, and numbers in the order of the processor.
enum ItemAttributeBytes {
    private static let numbers: Set<AttributeKey> = [
        .creator, .type, .script, .invisible, .negative, .customIcon, .port,
    ]
    /// Four letters, which are a number there and a text here.
    private static let letters: Set<AttributeKey> = [.protocol, .authenticationType]
    /// The tag of the label in the tables of old keychains.
    private static let labelNumber: SecKeychainAttrType = 7

    static func key(_ tag: SecKeychainAttrType) -> AttributeKey {
        tag == labelNumber ? .label : AttributeKey(rawValue: tag)
    }

    /// Returns the attributes of a list.
    ///
    /// - Throws: `.parameter` for a value of the wrong size.
    static func attributes(_ list: KeychainItemAttributes) throws(KeychainError) -> Attributes {
        var attributes = Attributes()
        for (tag, bytes) in list {
            let key = key(tag)
            attributes[key] = try value(key, bytes)
        }
        return attributes
    }

    private static func value(_ key: AttributeKey, _ bytes: [UInt8]) throws(KeychainError) -> AttributeValue {
        if numbers.contains(key) { return .number(Int64(try number(key, bytes))) }
        if letters.contains(key) { return .string(AttributeKey(rawValue: try number(key, bytes)).letters) }
        return String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(Data(bytes))
    }

    private static func number(_ key: AttributeKey, _ bytes: [UInt8]) throws(KeychainError) -> UInt32 {
        switch bytes.count {
        case 4: bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        case 2: bytes.withUnsafeBytes { UInt32($0.loadUnaligned(as: UInt16.self)) }
        case 1: UInt32(bytes[0])
        default: throw .parameter("“\(key)” takes a number of four bytes")
        }
    }

    /// Returns the bytes of a value; nil for one that has none in this form.
    static func bytes(_ key: AttributeKey, _ value: AttributeValue) -> [UInt8]? {
        switch value {
        case .number(let number): UInt32(exactly: number).map { withUnsafeBytes(of: $0) { Array($0) } }
        case .string(let text):
            if letters.contains(key), let code = AttributeKey(text) {
                withUnsafeBytes(of: code.rawValue) { Array($0) }
            } else {
                Array(text.utf8)
            }
        case .data(let data): Array(data)
        case .date(let date): Array(Self.text(date).utf8) + [0]
        case .real, .accessControl: nil
        }
    }

    /// The time as `20260102030405Z`.
    private static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        func digits(_ number: Int?, _ count: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return digits(parts.year, 4) + digits(parts.month, 2) + digits(parts.day, 2) + digits(parts.hour, 2)
            + digits(parts.minute, 2) + digits(parts.second, 2) + "Z"
    }
}
