import Foundation
import KeyManagement

/// An item that is about to be sealed: attributes complete and in stored form.
struct Draft {
    /// The most that one item's secret parts, and its attributes, may take, in bytes.
    static let mostSecret = 16 << 20
    static let mostMetadata = 1 << 20

    var itemClass: ItemClass
    var attributes: Attributes
    var data: Data?
    var secretAttributes: Attributes

    /// What of `attributes` is secret goes to the secret parts.
    ///
    /// - Throws: `.parameter`, `.noSuchAttribute`.
    init(_ item: NewItem) throws(KeychainError) {
        itemClass = item.itemClass
        data = item.data
        (attributes, secretAttributes) = try Self.split(item.attributes.merging(item.secretAttributes), item.itemClass)
    }

    init(itemClass: ItemClass, attributes: Attributes, secrets: Attributes) {
        self.itemClass = itemClass
        self.attributes = attributes
        var secrets = secrets
        data = secrets[.data]?.data
        secrets[.data] = nil
        secretAttributes = secrets
    }

    /// A stored item, opened to be sealed anew.
    ///
    /// - Parameter context: with what it is opened if it takes more than its class key.
    /// - Throws: `KeyError.locked` or `.missing` for its class key; `.decode` if the row is corrupt.
    init(_ row: ItemRow, _ sealer: ItemSealer, with context: AuthenticationContext? = nil) throws {
        self.init(
            itemClass: row.head.itemClass, attributes: try sealer.attributes(of: row),
            secrets: try sealer.secrets(of: row, with: context))
    }

    /// Attributes in stored form, those that are secret apart.
    static func split(_ attributes: Attributes, _ itemClass: ItemClass) throws(KeychainError) -> (
        open: Attributes, secret: Attributes
    ) {
        var open = Attributes()
        var secret = Attributes()
        open.reserveCapacity(attributes.count + 12)
        for (key, value) in try itemClass.coerce(attributes) {
            if itemClass.attribute(key)?.isSecret == true { secret[key] = value } else { open[key] = value }
        }
        try checkSynchronizable(&open)
        return (open, secret)
    }

    /// An item is synchronizable or is not: “any”, which means both in a query, says nothing about an item.
    private static func checkSynchronizable(_ attributes: inout Attributes) throws(KeychainError) {
        switch attributes[.synchronizable] {
        case nil, 0, 1: break
        case "syna": attributes[.synchronizable] = nil
        default: throw .parameter("“sync” is 0 or 1")
        }
    }

    /// Changes what an update names.
    mutating func apply(_ changes: StoredChanges) {
        attributes = attributes.merging(changes.open)
        secretAttributes = secretAttributes.merging(changes.secret)
        if case .replace(let data) = changes.data { self.data = data }
    }

    func checkSize() throws(KeychainError) {
        let secret = secretAttributes.reduce(data?.count ?? 0) { $0 + $1.value.normalForm.count }
        guard secret <= Self.mostSecret else { throw .parameter("the secret is larger than 16 MiB") }
        let metadata = attributes.reduce(0) { $0 + $1.value.normalForm.count }
        guard metadata <= Self.mostMetadata else { throw .parameter("the attributes are larger than 1 MiB together") }
    }

    /// The flags that the file shows.
    var flags: ItemHead.Flags {
        var flags: ItemHead.Flags = []
        if attributes[.synchronizable] == .number(1) { flags.insert(.synchronizable) }
        if attributes[.tombstone] == .number(1) { flags.insert(.tombstone) }
        return flags
    }

    /// The class of protection that the attributes ask for.
    ///
    /// - Throws: `.parameter` for one that nobody knows, or two that contradict each other.
    func protection() throws(KeychainError) -> ProtectionClass {
        var named: ProtectionClass?
        if case .string(let code)? = attributes[.accessible] {
            guard let protection = ProtectionClass(code: code) else {
                throw .parameter("“\(code)” is no protection class")
            }
            named = protection
        }
        if let control = attributes[.accessControl]?.accessControl {
            guard named == nil || named == control.protection else {
                throw .parameter("“pdmn” and the access control name different protection classes")
            }
            guard attributes[.synchronizable] != .number(1) else {
                throw .parameter("an item with an access control cannot be synchronizable")
            }
            return control.protection
        }
        if let named { return named }
        if attributes[.accessGroup] == .string("com.apple.apsd") { return .alwaysThisDeviceOnly }
        return ProtectionClass(code: itemClass.defaultAccessible) ?? .whenUnlocked
    }

    /// Fills in what an item has that nobody gave it.
    mutating func complete(group: String, protection: ProtectionClass, now: Date) {
        for attribute in itemClass.primaryKey where attributes[attribute.key] == nil {
            if let value = attribute.missingValue { attributes[attribute.key] = value }
        }
        attributes[.accessGroup] = .string(group)
        attributes[.accessible] = .string(protection.code)
        attributes[.tombstone] = attributes[.tombstone] ?? 0
        // What an addition returns is what a search will return: dates in the resolution in which they are stored.
        let now = Date(microseconds: now.microseconds)
        attributes[.creationDate] = .date(now)
        attributes[.modificationDate] = .date(now)
    }
}

extension Draft {
    /// - Throws: `.parameter` for an item that is shared with a group and synchronized as well.
    func checkSharing() throws(KeychainError) {
        guard attributes[.sharingGroup] == nil || attributes[.synchronizable] != 1 else {
            throw .parameter("a shared item cannot be synchronizable")
        }
    }

    /// Changes what an update names, and what every update changes.
    mutating func update(with changes: StoredChanges) throws(KeychainError) {
        let open = changes.open
        let modified = Self.modificationDate(after: attributes)
        // Either of the two says everything about protection: the one that is named counts.
        if open[.accessible] != nil, open[.accessControl] == nil { attributes[.accessControl] = nil }
        if open[.accessControl] != nil, open[.accessible] == nil { attributes[.accessible] = nil }
        let created = attributes[.creationDate]
        apply(changes)
        attributes[.creationDate] = created ?? .date(modified)
        attributes[.modificationDate] = .date(modified)
        attributes[.accessible] = .string(try protection().code)
        try checkSharing()
        try checkSize()
    }

    /// Now, and at least a millisecond after the item was changed last, however the clock was set.
    static func modificationDate(after attributes: Attributes) -> Date {
        guard let previous = attributes[.modificationDate]?.date else { return Date() }
        return max(Date(), previous.addingTimeInterval(0.001))
    }
}
