/// A kind of item that a keychain holds, described as data.
///
/// Shape checking, storage, uniqueness, search and results read this table; none of them knows a class by name. Adding a
/// class means adding one value.
/// Specified in: Docs/keychain-format.md, "Item classes".
public final class ItemClass: Sendable {
    /// The four letters by which a query names the class, such as `genp`.
    public let code: String
    /// The number by which the file names the class. Never used again for another.
    public let number: UInt8
    /// Every attribute that an item of this class may have, in the order in which results list them.
    public let attributes: [Attribute]
    /// The class of protection that an item gets if nobody says otherwise, as its `pdmn` value.
    public let defaultAccessible: String
    /// For a class that is not stored: what its items are made of.
    public let composition: Composition?

    /// The attributes that together are unique within a keychain, in the order of the table.
    public let primaryKey: [Attribute]
    /// The keys of the attributes that are dates.
    let dates: [AttributeKey]
    /// The attributes by which the file can be searched without reading every item.
    public let searchable: [Attribute]

    /// An item of a class that is not stored: a key and a certificate that belong together.
    public struct Composition: Sendable {
        let key: ItemClass
        let certificate: ItemClass
        /// Attributes of a query that are those of the certificate; all others are the key's.
        let ofCertificate: Set<AttributeKey>
    }

    init(
        code: String, number: UInt8, attributes: [Attribute], defaultAccessible: String = "ak",
        composition: Composition? = nil
    ) {
        self.code = code
        self.number = number
        self.attributes = attributes
        self.defaultAccessible = defaultAccessible
        self.composition = composition
        primaryKey = attributes.filter(\.isInPrimaryKey)
        searchable = attributes.filter(\.isSearchable)
        dates = attributes.filter { $0.kind == .date }.map(\.key)
    }

    /// The attribute with the given key, or nil if items of this class cannot have it.
    public func attribute(_ key: AttributeKey) -> Attribute? {
        for attribute in attributes where attribute.key == key { return attribute }
        return nil
    }

    /// Every class.
    public static let all: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key, .identity]

    /// The class with the given four letters, or nil.
    public static func named(_ code: some StringProtocol) -> ItemClass? { all.first { $0.code == code } }

    static func numbered(_ number: UInt8) -> ItemClass? { all.first { $0.number == number } }
}

extension ItemClass: Hashable {
    /// Whether both are the same class.
    public static func == (one: ItemClass, other: ItemClass) -> Bool { one === other }
    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ItemClass: CustomStringConvertible {
    /// The four letters.
    public var description: String { code }
}
