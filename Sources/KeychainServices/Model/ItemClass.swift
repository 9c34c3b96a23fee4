/// A class of items that a keychain stores, described as data.
///
/// Type checks, storage, uniqueness, search and results use this table; none of them refers to a class by name. To add a class,
/// add one value.
/// Specified in: Docs/keychain-format.md, "Item classes".
public final class ItemClass: Sendable {
    /// The four-letter code by which a query names the class, such as `genp`.
    public let code: String
    /// The number of the class in the file. A number is never reused for another class.
    public let number: UInt8
    /// All attributes that an item of this class may have, in the order in which results list them.
    public let attributes: [Attribute]
    /// The default protection class of an item, as its `pdmn` value.
    public let defaultAccessible: String
    /// The composition, for a class that is not stored.
    public let composition: Composition?

    /// The attributes that together are unique within a keychain, in the order of the table.
    public let primaryKey: [Attribute]
    /// The keys of the attributes that are dates.
    let dates: [AttributeKey]
    /// The attributes by which the file can be searched without decrypting every item.
    public let searchable: [Attribute]

    /// The composition of an item of a class that is not stored: a key and a certificate that belong together.
    public struct Composition: Sendable {
        let key: ItemClass
        let certificate: ItemClass
        /// The attributes of a query that apply to the certificate; all others apply to the key.
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

    /// Returns the attribute with the given key, or nil if items of this class cannot have it.
    public func attribute(_ key: AttributeKey) -> Attribute? {
        for attribute in attributes where attribute.key == key { return attribute }
        return nil
    }

    /// All classes.
    public static let all: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key, .identity]

    /// Returns the class with the given four-letter code, or nil.
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
