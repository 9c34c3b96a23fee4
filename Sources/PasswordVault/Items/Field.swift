import Foundation
import SwiftProtobuf

/// What a field of an item is for: how it is shown, checked and copied.
public struct FieldKind: Hashable, Sendable {
    /// By which the file names it.
    package let number: UInt32
    /// By which commands name it, such as `concealed`.
    public let name: String
    /// Whether its values are secrets: hidden until somebody asks, and kept in the history.
    public let isSecret: Bool

    private init(_ number: UInt32, _ name: String, isSecret: Bool = false) {
        self.number = number
        self.name = name
        self.isSecret = isSecret
    }

    /// Whether both have the same number.
    public static func == (one: FieldKind, other: FieldKind) -> Bool { one.number == other.number }
    /// By number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// Anything.
    public static let text = FieldKind(1, "text")
    /// What is shown as dots.
    public static let concealed = FieldKind(2, "concealed", isSecret: true)
    /// An address for e-mail.
    public static let email = FieldKind(3, "email")
    /// A web page.
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

    /// All that this release knows.
    public static let all: [FieldKind] = [
        .text, .concealed, .email, .url, .date, .monthYear, .oneTimeCode, .telephone, .address, .menu,
    ]

    /// The kind with a name.
    public static func named(_ name: String) -> FieldKind? { all.first { $0.name == name } }

    /// The kind with a number; one of a later release is kept as it is.
    ///
    /// - Parameter isSecret: whether its value is kept as a secret, for one that this release does not know.
    package static func numbered(_ number: UInt32, isSecret: Bool) -> FieldKind {
        all.first { $0.number == number && $0.isSecret == isSecret }
            ?? FieldKind(number, "kind-\(number)", isSecret: isSecret)
    }
}

/// What is in a field.
public enum FieldValue: Equatable, Sendable {
    case text(String)
    case secret(Secret)

    /// Whether there is nothing in it.
    public var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .secret(let secret): secret.isEmpty
        }
    }
}

/// A named value of an item.
public struct Field: Equatable, Sendable {
    /// Unique within the item.
    public let id: String
    /// What people call it.
    public var label: String
    /// What is in it.
    public let kind: FieldKind
    /// Of the sort that ``kind`` has.
    public private(set) var value: FieldValue
    /// For a menu: what there is to choose from.
    public var choices: [String]
    /// What a later release has put there.
    var unknown = UnknownStorage()

    /// - Parameters:
    ///   - id: nil: a new one.
    ///   - label: what people call it.
    ///   - kind: what is in it.
    ///   - value: a secret is kept as text, or a text as a secret, if ``kind`` says so.
    ///   - choices: for a menu: what there is to choose from.
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

    /// Gives it another value.
    public mutating func set(_ value: FieldValue) { self.value = Self.fitting(value, kind) }

    private static func fitting(_ value: FieldValue, _ kind: FieldKind) -> FieldValue {
        switch (value, kind.isSecret) {
        case (.text(let text), true): .secret(Secret(text))
        case (.secret(let secret), false): .text(secret.text)
        default: value
        }
    }
}

/// Fields that somebody has put together under a title.
public struct Section: Equatable, Sendable {
    /// Unique within the item.
    public let id: String
    /// What people call it.
    public var title: String
    /// In the order in which they are shown.
    public var fields: [Field]
    var unknown = UnknownStorage()

    /// - Parameters:
    ///   - id: nil: a new one.
    ///   - title: what people call it.
    ///   - fields: in the order in which they are shown.
    public init(id: String? = nil, title: String, fields: [Field] = []) {
        self.id = id ?? UUID().uuidString.lowercased()
        self.title = title
        self.fields = fields
    }
}
