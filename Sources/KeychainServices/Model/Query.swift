import Foundation

/// Which items an operation is about.
///
/// A value of its own, not a dictionary: what reaches the engine has the right types already. The agent receives the same.
public struct Query: Sendable {
    /// How many items a search returns at most.
    public enum Limit: Hashable, Sendable {
        case all
        /// `count` items; a search for 0 finds none.
        case atMost(Int)
        /// The first one.
        public static let one = Limit.atMost(1)

        package var count: Int { if case .atMost(let count) = self { count } else { .max } }
    }

    /// Items that are to be synchronised between devices live beside those that are not.
    public enum Synchronizable: Hashable, Sendable {
        case no, yes, any
    }

    /// The class of the items.
    public var itemClass: ItemClass
    /// Attributes that a matching item has with the same values. Every key has to be one of the class.
    public var attributes: Attributes
    /// Which of the two sorts is meant.
    public var synchronizable: Synchronizable
    /// The one item that is meant, in place of attributes.
    public var persistentReference: PersistentReference?
    /// For internet passwords: only items whose server, stored as text, is this host or a subdomain of it.
    public var hostOrSubdomain: String?
    /// How many are returned at most.
    public var limit: Limit

    /// Of a class, with the given attributes.
    public init(
        _ itemClass: ItemClass, _ attributes: Attributes = [:], synchronizable: Synchronizable = .no,
        limit: Limit = .all
    ) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.synchronizable = synchronizable
        self.limit = limit
    }

    /// Exactly the item with this reference, synchronizable or not.
    public init(_ reference: PersistentReference) {
        self.init(reference.itemClass, synchronizable: .any, limit: .one)
        persistentReference = reference
    }
}

/// An item that is to be stored.
public struct NewItem: Sendable {
    /// The class of the items.
    public var itemClass: ItemClass
    /// The attributes that are not secret.
    public var attributes: Attributes
    /// The secret. Nil: the item has none, which is not the same as an empty one.
    public var data: Data?
    /// Further secret parts, for classes that have some (`binn` and the like).
    public var secretAttributes: Attributes

    /// Of a class, with the given attributes.
    public init(
        _ itemClass: ItemClass, _ attributes: Attributes = [:], data: Data? = nil, secretAttributes: Attributes = [:]
    ) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.data = data
        self.secretAttributes = secretAttributes
    }
}

/// What an update changes in every item that it finds.
public struct Changes: Sendable {
    /// What becomes of the secret.
    public enum Secret: Sendable {
        case keep
        case replace(Data)
    }

    /// New values, by key; what is not named stays.
    public var attributes: Attributes
    /// What becomes of the secret.
    public var data: Secret
    /// New values of further secret parts.
    public var secretAttributes: Attributes

    /// Changes of the given attributes; the secret stays unless `data` says otherwise.
    public init(_ attributes: Attributes = [:], data: Secret = .keep, secretAttributes: Attributes = [:]) {
        self.attributes = attributes
        self.data = data
        self.secretAttributes = secretAttributes
    }
}

/// A stored item, as far as the search asked for it.
public struct Item: Sendable {
    /// The name of the item that outlives its attributes.
    public let persistentReference: PersistentReference
    /// Everything that is stored about the item and is not secret; empty if the search did not ask for it.
    public let attributes: Attributes
    /// The secret; nil if the search did not ask for it or the item has none.
    public let data: Data?
    /// Further secret parts; empty if the search did not ask for secrets.
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
}

/// How much of each item a search decrypts.
public struct ItemParts: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// The parts with the given bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Everything that is not secret.
    public static let attributes = ItemParts(rawValue: 1)
    /// The secret, and further secret parts.
    public static let data = ItemParts(rawValue: 2)
}
