import Foundation
import KeyManagement

/// An item that is about to be sealed, with complete attributes in stored form.
struct Draft {
    /// The maximum sizes of one item's secret parts, and of its attributes, in bytes.
    static let mostSecret = 16 << 20
    static let mostMetadata = 1 << 20

    var itemClass: ItemClass
    var attributes: Attributes
    var data: Data?
    var secretAttributes: Attributes

    /// Makes a draft. Secret attributes are moved to the secret parts.
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

    /// Opens a stored item to seal it again.
    ///
    /// - Parameter context: opens the item if it requires more than its class key.
    /// - Throws: `KeyError.locked` or `.missing` for its class key; `.decode` if the row is corrupt.
    init(_ row: ItemRow, _ sealer: ItemSealer, with context: AuthenticationContext? = nil) throws {
        self.init(
            itemClass: row.head.itemClass, attributes: try sealer.attributes(of: row),
            secrets: try sealer.secrets(of: row, with: context))
    }

    /// Converts attributes to stored form, and separates the secret ones.
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

    /// Checks that “synchronizable” is 0 or 1, and removes “any”, which means both in a query and has no meaning for an item.
    private static func checkSynchronizable(_ attributes: inout Attributes) throws(KeychainError) {
        switch attributes[.synchronizable] {
        case nil, 0, 1: break
        case "syna": attributes[.synchronizable] = nil
        default: throw .parameter("“sync” is 0 or 1")
        }
    }

    /// Applies the changes of an update.
    mutating func apply(_ changes: StoredChanges) {
        if case .replace(let data) = changes.data {
            self.data = data
            // It was that of the former key.
            attributes[.publicKey] = nil
        }
        attributes = attributes.merging(changes.open)
        secretAttributes = secretAttributes.merging(changes.secret)
        if changes.open[.publicKey] != nil { removeForeignPublicHalf() }
    }

    func checkSize() throws(KeychainError) {
        let secret = secretAttributes.reduce(data?.count ?? 0) { $0 + $1.value.normalForm.count }
        guard secret <= Self.mostSecret else { throw .parameter("the secret is larger than 16 MiB") }
        let metadata = attributes.reduce(0) { $0 + $1.value.normalForm.count }
        guard metadata <= Self.mostMetadata else { throw .parameter("the attributes together are larger than 1 MiB") }
    }

    /// The flags that the file stores in plaintext.
    var flags: ItemHead.Flags {
        var flags: ItemHead.Flags = []
        if attributes[.synchronizable] == .number(1) { flags.insert(.synchronizable) }
        if attributes[.tombstone] == .number(1) { flags.insert(.tombstone) }
        return flags
    }

    /// Returns the protection class that the attributes name.
    ///
    /// - Throws: `.parameter` for an unknown class, or two that contradict each other.
    func protection() throws(KeychainError) -> ProtectionClass {
        var named: ProtectionClass?
        if case .string(let code)? = attributes[.accessible] {
            guard let protection = ProtectionClass(code: code) else {
                throw .parameter("“\(code)” is not a protection class")
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

    /// Fills in the attributes that the caller has not given.
    mutating func complete(group: String, protection: ProtectionClass, now: Date) {
        for attribute in itemClass.primaryKey where attributes[attribute.key] == nil {
            if let value = attribute.missingValue { attributes[attribute.key] = value }
        }
        attributes[.accessGroup] = .string(group)
        attributes[.accessible] = .string(protection.code)
        attributes[.tombstone] = attributes[.tombstone] ?? 0
        // The dates are rounded to the stored resolution, so that an addition returns the same as a later search.
        let now = Date(microseconds: now.microseconds)
        attributes[.creationDate] = .date(now)
        attributes[.modificationDate] = .date(now)
    }
}

extension Draft {
    /// Checks that a shared item is not synchronizable.
    ///
    /// - Throws: `.parameter` for an item that is shared with a group and synchronized as well.
    func checkSharing() throws(KeychainError) {
        guard attributes[.sharingGroup] == nil || attributes[.synchronizable] != 1 else {
            throw .parameter("a shared item cannot be synchronizable")
        }
    }

    /// Applies the changes of an update, and those that every update makes.
    mutating func update(with changes: StoredChanges) throws(KeychainError) {
        let open = changes.open
        let modified = Self.modificationDate(after: attributes)
        // Each of the two attributes defines the protection completely, so the one that the update names replaces the other.
        if open[.accessible] != nil, open[.accessControl] == nil { attributes[.accessControl] = nil }
        if open[.accessControl] != nil, open[.accessible] == nil { attributes[.accessible] = nil }
        let (old, created) = (attributes, attributes[.creationDate])
        apply(changes)
        try check(stillWithholdsLike: old)
        try check(staysInTokenLike: old, changes)
        attributes[.creationDate] = created ?? .date(modified)
        attributes[.modificationDate] = .date(modified)
        attributes[.accessible] = .string(try protection().code)
        try checkSharing()
        try checkSize()
    }

    /// Returns the current time, but at least a millisecond after the item's last change, however the clock was set.
    static func modificationDate(after attributes: Attributes) -> Date {
        guard let previous = attributes[.modificationDate]?.date else { return Date() }
        return max(Date(), previous.addingTimeInterval(0.001))
    }
}
