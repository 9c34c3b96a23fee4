import Foundation
import KeyManagement

extension Attribute {
    /// Converts a value to the form in which this attribute stores it.
    ///
    /// - Throws: `.parameter` if the attribute does not accept values of this type (keychain-services 2.7).
    public func coerce(_ value: AttributeValue) throws(KeychainError) -> AttributeValue {
        switch kind {
        case .blob:
            switch value {
            case .string, .data, .number, .real: return value
            default: throw unfit
            }
        case .data: return .data(try coerceToData(value))
        case .string:
            let text = try coerceToString(value)
            // In a query as well: an unknown class is a mistake, not a search without results.
            guard key != .accessible || ProtectionClass(code: text) != nil else {
                throw .parameter("“\(text)” is not a protection class")
            }
            return .string(text)
        case .number: return try coerceToNumber(value)
        case .date:
            guard case .date(let date) = value, date.timeIntervalSinceReferenceDate.isFinite else { throw unfit }
            // Rounded to microseconds, so that the stored value equals the one in a query.
            return .date(Date(microseconds: date.microseconds))
        case .accessControl:
            guard case .accessControl = value else { throw unfit }
            return value
        case .digest:
            guard case .data(let bytes) = value, bytes.count == 20 else { throw unfit }
            return value
        case .user:
            guard case .data(let bytes) = value, bytes.isEmpty || bytes.count == 16 else { throw unfit }
            return value
        }
    }

    private var unfit: KeychainError { .parameter("“\(key)” does not take a value of this type") }

    private func coerceToData(_ value: AttributeValue) throws(KeychainError) -> Data {
        switch value {
        case .data(let bytes): return bytes
        case .string(let text): return Data(text.utf8)
        case .number(let number):
            // Apple's rule: the number as the four bytes of an int32 in the order of the host.
            return withUnsafeBytes(of: Int32(truncatingIfNeeded: number).littleEndian) { Data($0) }
        default: throw unfit
        }
    }

    private func coerceToString(_ value: AttributeValue) throws(KeychainError) -> String {
        switch value {
        case .string(let text): return text
        case .data(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else { throw unfit }
            return text
        default: throw unfit
        }
    }

    /// Converts to a number. A text that is not the usual form of an integer stays a text, so that a protocol of four letters and a
    /// port of 443 can be stored in attributes of the same kind.
    private func coerceToNumber(_ value: AttributeValue) throws(KeychainError) -> AttributeValue {
        switch value {
        case .number, .real: return value
        case .string(let text):
            if let number = Int64(text), String(number) == text { return .number(number) }
            return value
        default: throw unfit
        }
    }
}

extension ItemClass {
    /// Converts attributes to the form in which items of this class store them.
    ///
    /// - Throws: `.noSuchAttribute` for a key that the class does not have, `.parameter` for an unsuitable value.
    public func coerce(_ attributes: Attributes) throws(KeychainError) -> Attributes {
        var result = Attributes()
        result.reserveCapacity(attributes.count)
        for (key, value) in attributes {
            guard let attribute = attribute(key) else {
                throw KeychainError(.noSuchAttribute, "items of class “\(code)” have no attribute “\(key)”")
            }
            result[key] = try attribute.coerce(value)
        }
        return result
    }
}
