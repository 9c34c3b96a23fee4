import Foundation
import SwiftProtobuf

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
