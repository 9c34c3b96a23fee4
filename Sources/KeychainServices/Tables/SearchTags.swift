import Foundation
import KeyManagement

/// A keyed hash of one attribute's value, or of several, by which the file can be searched without revealing the values.
///
/// HMAC-SHA-256 under the search key over the class and each attribute's key and value in normal form, every part with its
/// length in front, truncated to 16 bytes.
/// Specified in: Docs/keychain-format.md, "Search tags".
struct SearchTag: Hashable, Sendable {
    static let size = 16
    private let high: UInt64
    private let low: UInt64

    /// Makes a tag from its bytes.
    ///
    /// - Parameter bytes: exactly ``size``.
    init(_ bytes: UnsafeRawBufferPointer) {
        high = bytes.loadUnaligned(as: UInt64.self)
        low = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withUnsafeBytes(of: (high, low), body)
    }

    /// Whether `tags`, the concatenated tags of a row, contains this tag.
    func isIn(_ tags: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset + Self.size <= tags.count {
            if tags.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == high,
                tags.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self) == low
            {
                return true
            }
            offset += Self.size
        }
        return false
    }
}

/// Computes tags with the search key of one keychain.
struct SearchTags {
    let keys: KeySet

    /// Returns the tag by which one attribute's value is found.
    func tag(_ itemClass: ItemClass, _ key: AttributeKey, _ value: AttributeValue) -> SearchTag {
        tag("attribute", itemClass) { message in
            message.append(key.rawValue)
            append(value, to: &message)
        }
    }

    /// Returns the tag of an item's whole primary key. A missing attribute without a default differs from an empty one.
    func primaryKeyTag(_ itemClass: ItemClass, _ attributes: Attributes) -> SearchTag {
        tag("primary key", itemClass) { message in
            for attribute in itemClass.primaryKey {
                guard let value = attributes[attribute.key] ?? attribute.missingValue else { continue }
                message.append(attribute.key.rawValue)
                append(value, to: &message)
            }
        }
    }

    /// Returns the tag by which an item's persistent reference is found.
    func tag(_ id: ItemID, _ itemClass: ItemClass) -> SearchTag {
        tag("reference", itemClass) { message in id.withBytes { message.append($0) } }
    }

    /// Returns all tags of an item: primary key, reference, then every searchable attribute that it has, in the table's order.
    func allTags(_ itemClass: ItemClass, id: ItemID, _ attributes: Attributes) -> [SearchTag] {
        var tags = [primaryKeyTag(itemClass, attributes), tag(id, itemClass)]
        for attribute in itemClass.searchable {
            if let value = attributes[attribute.key] { tags.append(tag(itemClass, attribute.key, value)) }
        }
        return tags
    }

    private func tag(_ label: StaticString, _ itemClass: ItemClass, _ fill: (inout AssociatedData) -> Void) -> SearchTag
    {
        var message = AssociatedData()
        message.append("chatelaine tag 1")
        message.append(label)
        message.append(itemClass.number)
        fill(&message)
        return message.withUnsafeBytes { message in
            withUnsafeTemporaryAllocation(byteCount: SearchTag.size, alignment: 8) { tag in
                keys.searchKey.authenticate(message, into: tag)
                return SearchTag(UnsafeRawBufferPointer(tag))
            }
        }
    }

    private func append(_ value: AttributeValue, to message: inout AssociatedData) {
        switch value {
        case .string(var text): text.withUTF8 { message.append(UnsafeRawBufferPointer($0)) }
        case .data(let bytes): bytes.withUnsafeBytes { message.append($0) }
        default: value.normalForm.withUnsafeBytes { message.append($0) }
        }
    }
}
