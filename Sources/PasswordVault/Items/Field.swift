import Foundation
import SwiftProtobuf

/// The kind of a field: how its value is shown, checked and copied.
public struct FieldKind: Hashable, Sendable {
    /// The number of the kind in the file.
    package let number: UInt32
    /// The name of the kind in commands, such as `concealed`.
    public let name: String
    /// Whether its values are secrets: hidden until the user asks to see them, and kept in the history.
    public let isSecret: Bool

    private init(_ number: UInt32, _ name: String, isSecret: Bool = false) {
        self.number = number
        self.name = name
        self.isSecret = isSecret
    }

    /// Whether both have the same number.
    public static func == (one: FieldKind, other: FieldKind) -> Bool { one.number == other.number }
    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// Any text.
    public static let text = FieldKind(1, "text")
    /// A secret text, shown as dots.
    public static let concealed = FieldKind(2, "concealed", isSecret: true)
    /// An e-mail address.
    public static let email = FieldKind(3, "email")
    /// The address of a web page.
    public static let url = FieldKind(4, "url")
    /// A day: `2026-11-22`.
    public static let date = FieldKind(5, "date")
    /// A month: `2026-11`.
    public static let monthYear = FieldKind(6, "month-year")
    /// The secret of one-time codes, as an `otpauth` address or in Base32.
    public static let oneTimeCode = FieldKind(7, "one-time-code", isSecret: true)
    /// A telephone number.
    public static let telephone = FieldKind(8, "telephone")
    /// A postal address, in lines.
    public static let address = FieldKind(9, "address")
    /// One of some choices.
    public static let menu = FieldKind(10, "menu")

    /// All kinds that this release knows.
    public static let all: [FieldKind] = [
        .text, .concealed, .email, .url, .date, .monthYear, .oneTimeCode, .telephone, .address, .menu,
    ]

    /// Returns the kind with a name.
    public static func named(_ name: String) -> FieldKind? { all.first { $0.name == name } }

    /// Returns the kind with a number. A number from a later release gives a kind that keeps it unchanged.
    ///
    /// - Parameter isSecret: for an unknown number, whether the value is a secret.
    package static func numbered(_ number: UInt32, isSecret: Bool) -> FieldKind {
        all.first { $0.number == number && $0.isSecret == isSecret }
            ?? FieldKind(number, "kind-\(number)", isSecret: isSecret)
    }
}

/// The value of a field.
public enum FieldValue: Equatable, Sendable {
    case text(String)
    case secret(Secret)

    /// Whether the text or the secret is empty.
    public var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .secret(let secret): secret.isEmpty
        }
    }
}

/// A named value of an item.
public struct Field: Equatable, Sendable {
    /// The identifier of the field, unique within the item.
    public let id: String
    /// The label that users see.
    public var label: String
    /// The kind of its value.
    public let kind: FieldKind
    /// The value: a secret or a text, as ``kind`` requires.
    public private(set) var value: FieldValue
    /// The choices of a menu.
    public var choices: [String]
    /// Data of a later release, which is kept.
    var unknown = UnknownStorage()

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - id: the identifier; `nil` for a new one.
    ///   - label: the label that users see.
    ///   - kind: the kind of the value.
    ///   - value: the value. A secret is stored as text, or a text as a secret, if ``kind`` requires it.
    ///   - choices: the choices of a menu.
    public init(
        id: String? = nil, label: String, kind: FieldKind = .text, value: FieldValue = .text(""), choices: [String] = []
    ) {
        self.id = id ?? UUID().uuidString.lowercased()
        self.label = label
        self.kind = kind
        self.value = Self.fitting(value, kind)
        self.choices = choices
    }

    init(_ template: FieldTemplate) { self.init(id: template.id, label: template.label, kind: template.kind) }

    /// Sets the value.
    public mutating func set(_ value: FieldValue) { self.value = Self.fitting(value, kind) }

    private static func fitting(_ value: FieldValue, _ kind: FieldKind) -> FieldValue {
        switch (value, kind.isSecret) {
        case (.text(let text), true): .secret(Secret(text))
        case (.secret(let secret), false): .text(secret.text)
        default: value
        }
    }
}

/// A titled group of fields that the user has added.
public struct Section: Equatable, Sendable {
    /// The identifier of the section, unique within the item.
    public let id: String
    /// The title that users see.
    public var title: String
    /// The fields in display order.
    public var fields: [Field]
    var unknown = UnknownStorage()

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - id: the identifier; `nil` for a new one.
    ///   - title: the title that users see.
    ///   - fields: the fields in display order.
    public init(id: String? = nil, title: String, fields: [Field] = []) {
        self.id = id ?? UUID().uuidString.lowercased()
        self.title = title
        self.fields = fields
    }
}
