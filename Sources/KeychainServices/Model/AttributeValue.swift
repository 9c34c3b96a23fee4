import Foundation

/// The value of an attribute, with the type with which the program stored it.
public enum AttributeValue: Hashable, Sendable {
    case string(String)
    case data(Data)
    case number(Int64)
    /// A number that is not an integer; stored exactly.
    case real(Double)
    case date(Date)
    case accessControl(AccessControl)
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// Makes a text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes a number.
    public init(integerLiteral value: Int64) { self = .number(value) }
}

extension AttributeValue {
    /// The bytes that represent the value for search and uniqueness, independent of its type: `Data("x")` and `"x"` are the same
    /// account, port `80` and port `"80"` are the same port (Docs/keychain-format.md, "Normal form").
    var normalForm: Data {
        switch self {
        case .string(let text): Data(text.utf8)
        case .data(let bytes): bytes
        case .number(let number): Data(String(number).utf8)
        case .real(let number): Data(String(number).utf8)
        case .date(let date): Data(String(date.microseconds).utf8)
        case .accessControl(let control): control.normalForm
        }
    }

    /// Whether both are the same value for search, independent of their types.
    func matches(_ other: AttributeValue) -> Bool {
        switch (self, other) {
        // Byte by byte, like the search tags: Swift considers texts equal that encode an accent differently.
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.number(let one), .number(let other)): one == other
        default: normalForm == other.normalForm
        }
    }

    /// The text, or nil for another type.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The bytes, or nil for another type.
    public var data: Data? { if case .data(let bytes) = self { bytes } else { nil } }
    /// The number, or nil for another type.
    public var number: Int64? { if case .number(let number) = self { number } else { nil } }
    /// The date, or nil for another type.
    public var date: Date? { if case .date(let date) = self { date } else { nil } }
    /// The access control, or nil for another type.
    public var accessControl: AccessControl? { if case .accessControl(let control) = self { control } else { nil } }
}

extension Date {
    /// Whole microseconds since 2001-01-01T00:00:00Z, the resolution at which dates are stored and compared.
    /// A date too far away for 64 bits becomes the nearest one that fits.
    package var microseconds: Int64 {
        Int64(exactly: (timeIntervalSinceReferenceDate * 1e6).rounded())
            ?? (timeIntervalSinceReferenceDate > 0 ? .max : .min)
    }

    package init(microseconds: Int64) {
        self.init(timeIntervalSinceReferenceDate: Double(microseconds) / 1e6)
    }
}
