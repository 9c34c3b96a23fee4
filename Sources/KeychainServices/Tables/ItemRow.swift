import Foundation
import GRDB
import KeyManagement

/// The fields of an item that the file stores in plaintext: all except its attributes and its secret.
struct ItemHead: Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: Int64
        static let synchronizable = Flags(rawValue: 1)
        static let tombstone = Flags(rawValue: 2)
    }

    let id: ItemID
    let itemClass: ItemClass
    var flags: Flags
    let protection: ProtectionClass
    /// The number of the class key in the keybag.
    let classKey: Int64
    /// The revision, which grows with every write of the item.
    let revision: Int64

    /// Returns the associated data that binds the sealed parts to this item, class, protection and revision.
    ///
    /// - Parameter tags: for the attributes, the row's search tags, so that an exchanged tag is detected.
    func associatedData(
        _ part: StaticString, keychainID: [UInt8], tags: UnsafeRawBufferPointer? = nil
    ) -> AssociatedData {
        var data = AssociatedData(capacity: 192)
        data.append("chatelaine item 1")
        data.append(keychainID)
        id.withBytes { data.append($0) }
        data.append(itemClass.number)
        data.append(protection.rawValue)
        data.append(part)
        data.append(revision)
        if let tags {
            data.append(flags.rawValue)
            withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { digest in
                sha256(tags, into: digest)
                data.append(UnsafeRawBufferPointer(digest))
            }
        }
        return data
    }

    /// The context from which the key of this revision's attributes is derived.
    var metadataKeyContext: AssociatedData {
        var data = AssociatedData(capacity: 64)
        data.append("chatelaine metadata 1")
        id.withBytes { data.append($0) }
        data.append(revision)
        return data
    }
}

/// The row of an item that a statement has read. Its bytes are valid until the statement's next step.
struct ItemRow {
    /// The columns, in the order in which the accessors below expect them.
    static let columns = "number, id, class, flags, protection, classkey, revision, tags, key, metadata, secret"
    static let qualifiedColumns = columns.split(separator: ", ").map { "item." + $0 }.joined(separator: ", ")
    /// The same without long secrets, which SQLite then does not load.
    static let shortColumns = qualifiedColumns.replacingOccurrences(
        of: "item.secret",
        with: "CASE WHEN length(item.secret) <= \(longSecret) THEN item.secret END, length(item.secret)")
    /// The bytes above which a secret is long.
    private static let longSecret = 64 << 10

    /// Whether the key of the secret needs additional factors.
    var hasFactors: Bool { wrappedKey.count > AES256GCM.keySize + AES256GCM.overhead }

    let number: Int64
    let head: ItemHead
    let tags: UnsafeRawBufferPointer
    let wrappedKey: UnsafeRawBufferPointer
    let metadata: UnsafeRawBufferPointer
    let secret: UnsafeRawBufferPointer
    /// The size of the secret in the file, also if the row was read without it.
    let secretSize: Int
    var lacksSecret: Bool { secret.count < secretSize }

    /// Reads a row. Nil if the columns cannot be those of an item: the row is corrupt.
    init?(_ statement: borrowing PreparedStatement, firstColumn first: Int32 = 0) {
        let id = statement.bytes(at: first + 1)
        guard id.count == 16,
            let itemClass = UInt8(exactly: statement.number(at: first + 2)).flatMap(ItemClass.numbered),
            let protection = UInt8(exactly: statement.number(at: first + 4)).flatMap(ProtectionClass.init)
        else { return nil }
        number = statement.number(at: first)
        head = ItemHead(
            id: ItemID(bytes: id), itemClass: itemClass, flags: .init(rawValue: statement.number(at: first + 3)),
            protection: protection, classKey: statement.number(at: first + 5), revision: statement.number(at: first + 6)
        )
        tags = statement.bytes(at: first + 7)
        wrappedKey = statement.bytes(at: first + 8)
        metadata = statement.bytes(at: first + 9)
        secret = statement.bytes(at: first + 10)
        let size = statement.hasColumn(first + 11) ? Int(clamping: statement.number(at: first + 11)) : 0
        secretSize = max(secret.count, size)
    }
}

/// An item in the form in which it is written to the file.
struct SealedItem {
    let head: ItemHead
    let tags: [SearchTag]
    let wrappedKey: [UInt8]
    let metadata: [UInt8]
    let secret: [UInt8]

    var tagBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(tags.count * SearchTag.size)
        for tag in tags { tag.withBytes { bytes.append(contentsOf: $0) } }
        return bytes
    }
}

extension ItemName {
    init(_ head: ItemHead, _ attributes: Attributes?) {
        self.init(
            PersistentReference(itemClass: head.itemClass, id: head.id), group: attributes?[.accessGroup]?.string)
    }
}
