/// One attribute of an item class: what values it takes and what it is used for.
public struct Attribute: Sendable {
    /// What values an attribute takes, and how a value is made to fit: ``coerce(_:)``.
    public enum Kind: Sendable {
        /// Text, bytes or a number; keeps the type that it came with.
        case blob
        case data
        case string
        case number
        case date
        case accessControl
        /// Twenty bytes, computed by the keychain.
        case digest
        /// No bytes, or the sixteen of a user's id.
        case user
    }

    /// What stands in for an attribute that an item does not have, so that uniqueness still works.
    public enum Default: Sendable { case none, emptyText, emptyData, zero, referenceDate }

    /// Who sees an attribute.
    public enum Visibility: Sendable {
        /// Returned by additions and by searches.
        case always
        /// Returned by searches only.
        case searchOnly
        /// Part of the secret: sealed with it and returned with it.
        case secret
    }

    /// Its four letters.
    public let key: AttributeKey
    /// What values it takes.
    public let kind: Kind
    /// Whether it is part of what makes an item unique.
    public let isInPrimaryKey: Bool
    /// Whether the file can be searched by it.
    public let isSearchable: Bool
    /// What an item without it gets.
    public let defaultValue: Default
    /// Who sees it.
    public let visibility: Visibility

    init(
        _ key: AttributeKey, _ kind: Kind, primaryKey: Bool = false, searchable: Bool = false,
        default defaultValue: Default = .none, visibility: Visibility = .always
    ) {
        self.key = key
        self.kind = kind
        isInPrimaryKey = primaryKey
        isSearchable = searchable
        self.defaultValue = defaultValue
        self.visibility = visibility
    }

    /// Whether it is sealed with the secret.
    public var isSecret: Bool { visibility == .secret }

    /// The value that an item without this attribute gets, or nil.
    var missingValue: AttributeValue? {
        switch defaultValue {
        case .none: nil
        case .emptyText: .string("")
        case .emptyData: .data(.init())
        case .zero: .number(0)
        case .referenceDate: .date(.init(timeIntervalSinceReferenceDate: 0))
        }
    }
}
