/// One attribute of an item class: the values that it accepts and its use.
public struct Attribute: Sendable {
    /// The values that an attribute accepts, and the rule by which ``coerce(_:)`` converts them.
    public enum Kind: Sendable {
        /// Text, bytes or a number; keeps the type of the value.
        case blob
        case data
        case string
        case number
        case date
        case accessControl
        /// Twenty bytes, computed by the keychain.
        case digest
        /// No bytes, or the sixteen bytes of a user's id.
        case user
    }

    /// The default for an attribute that an item does not have, so that uniqueness still works.
    public enum Default: Sendable { case none, emptyText, emptyData, zero, referenceDate }

    /// The operations that return an attribute.
    public enum Visibility: Sendable {
        /// Returned by additions and by searches.
        case always
        /// Returned by searches only.
        case searchOnly
        /// Part of the secret: sealed with it and returned with it.
        case secret
        /// For the modules of this package: `SecItem` neither takes nor returns it.
        case hidden
    }

    /// The four-letter key.
    public let key: AttributeKey
    /// The values that it accepts.
    public let kind: Kind
    /// Whether it is part of the primary key.
    public let isInPrimaryKey: Bool
    /// Whether the file can be searched by it without decrypting items.
    public let isSearchable: Bool
    /// The default for an item without it.
    public let defaultValue: Default
    /// The operations that return it.
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

    /// Whether programs that use `SecItem` neither set nor see it.
    package var isHidden: Bool { visibility == .hidden }

    /// The default value for an item without this attribute, or nil.
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
