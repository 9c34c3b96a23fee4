import Foundation

/// The selection of the items of an operation.
///
/// A type of its own, not a dictionary: values that reach the engine already have the right types. The agent receives the same type.
public struct Query: Sendable {
    /// The maximum number of items that a search returns.
    public enum Limit: Hashable, Sendable {
        case all
        /// At most `count` items; a search for 0 finds none.
        case atMost(Int)
        /// The first item only.
        public static let one = Limit.atMost(1)

        package var count: Int { if case .atMost(let count) = self { count } else { .max } }
    }

    /// The selection of items by whether they are synchronized between devices. Both kinds are in the same keychain.
    public enum Synchronizable: Hashable, Sendable {
        case no, yes, any
    }

    /// The class of the items.
    public var itemClass: ItemClass
    /// The attributes that a matching item has with the same values. Every key must be one of the class.
    public var attributes: Attributes
    /// The selection of synchronizable items.
    public var synchronizable: Synchronizable
    /// The reference of the one item to select, instead of attributes.
    public var persistentReference: PersistentReference?
    /// A host, for internet passwords: selects items whose server, stored as text, is this host or a subdomain of it.
    public var hostOrSubdomain: String?
    /// The maximum number of results.
    public var limit: Limit

    /// Makes a query for a class, with the given attributes.
    public init(
        _ itemClass: ItemClass, _ attributes: Attributes = [:], synchronizable: Synchronizable = .no,
        limit: Limit = .all
    ) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.synchronizable = synchronizable
        self.limit = limit
    }

    /// Makes a query for exactly the item with this reference, synchronizable or not.
    public init(_ reference: PersistentReference) {
        self.init(reference.itemClass, synchronizable: .any, limit: .one)
        persistentReference = reference
    }
}

/// An item to be stored.
public struct NewItem: Sendable {
    /// The class of the item.
    public var itemClass: ItemClass
    /// The attributes that are not secret.
    public var attributes: Attributes
    /// The secret. Nil means that the item has none, which is different from an empty one.
    public var data: Data?
    /// Further secret parts, for classes that have some (such as `binn`).
    public var secretAttributes: Attributes

    /// Makes an item of a class, with the given attributes.
    public init(
        _ itemClass: ItemClass, _ attributes: Attributes = [:], data: Data? = nil, secretAttributes: Attributes = [:]
    ) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.data = data
        self.secretAttributes = secretAttributes
    }
}

/// The changes that an update makes to every matching item.
public struct Changes: Sendable {
    /// The change of the secret.
    public enum Secret: Sendable {
        case keep
        case replace(Data)
    }

    /// New values, by key; other attributes stay as they are.
    public var attributes: Attributes
    /// The change of the secret.
    public var data: Secret
    /// New values of further secret parts.
    public var secretAttributes: Attributes

    /// Makes changes of the given attributes; the secret stays unless `data` replaces it.
    public init(_ attributes: Attributes = [:], data: Secret = .keep, secretAttributes: Attributes = [:]) {
        self.attributes = attributes
        self.data = data
        self.secretAttributes = secretAttributes
    }
}

/// A stored item, with the parts that the search requested.
public struct Item: Sendable {
    /// The persistent reference of the item.
    public let persistentReference: PersistentReference
    /// All attributes of the item that are not secret; empty if the search did not request them.
    public let attributes: Attributes
    /// The secret; nil if the search did not request it or the item has none.
    public let data: Data?
    /// Further secret parts; empty if the search did not request secrets.
    public let secretAttributes: Attributes

    package init(
        persistentReference: PersistentReference, attributes: Attributes, data: Data?, secretAttributes: Attributes
    ) {
        self.persistentReference = persistentReference
        self.attributes = attributes
        self.data = data
        self.secretAttributes = secretAttributes
    }

    /// The class of the item.
    public var itemClass: ItemClass { persistentReference.itemClass }
    /// The value of an attribute, or nil.
    public subscript(key: AttributeKey) -> AttributeValue? { attributes[key] }
    /// Whether a search for attributes has withheld all but the access group and the access control, since the item requires authentication
    /// (``Authentication/Interaction/withhold``).
    public var isWithheld: Bool { attributes[.accessControl] != nil && attributes[.modificationDate] == nil }
}

/// The parts of each item that a search decrypts.
public struct ItemParts: OptionSet, Sendable {
    /// The bits of the parts.
    public let rawValue: Int
    /// Makes parts from the given bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// All attributes that are not secret.
    public static let attributes = ItemParts(rawValue: 1)
    /// The secret, and further secret parts.
    public static let data = ItemParts(rawValue: 2)
}
