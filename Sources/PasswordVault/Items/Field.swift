import Foundation
import SwiftProtobuf

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
