import Foundation
import PasswordVault

/// The records inside of an exported file: items, each followed by its attachments, then the end with the number of items.
///
/// Specified in: Docs/exchange-file-format.md, "Records".
enum ChatelaineRecords {
    private static let item: UInt8 = 1
    private static let attachment: UInt8 = 2
    private static let end: UInt8 = 3

    /// Returns a record of an item.
    static func record(_ item: VaultItem) throws(ExchangeError) -> Data {
        do { return try head(Self.item, item.id.data + ItemCoding.encode(item)) } catch {
            throw ExchangeError(.damaged, "“\(item.title)” is too large for the file")
        }
    }

    /// Returns the start of a record of an attachment; its content follows.
    static func start(of attachment: ImportedAttachment) -> Data {
        let (name, type) = (Data(attachment.name.utf8), Data(attachment.mediaType.utf8))
        let fields = number(name.count, 4) + name + number(type.count, 4) + type
        return Data([Self.attachment]) + number(fields.count + attachment.content.size, 8) + fields
    }

    /// Returns the last record.
    static func end(_ count: Int) -> Data { head(end, number(count, 8)) }

    private static func head(_ kind: UInt8, _ content: Data) -> Data {
        Data([kind]) + number(content.count, 8) + content
    }

    private static func number(_ number: Int, _ count: Int) -> Data {
        withUnsafeBytes(of: UInt64(number).bigEndian) { Data($0.suffix(count)) }
    }

    /// Reads all records.
    static func read(_ content: Data) throws(ExchangeError) -> [ImportedItem] {
        var reader = Reader(rest: content)
        var items: [ImportedItem] = []
        while true {
            let position = "item \(items.count + 1)"
            var (kind, record) = try reader.record(position)
            switch kind {
            case Self.item: items.append(try imported(&record, position))
            case attachment where !items.isEmpty:
                items[items.count - 1].attachments.append(try attachment(&record, position))
            case end:
                guard record.number(8) == items.count, record.rest.isEmpty, reader.rest.isEmpty else {
                    throw damaged(position)
                }
                return items
            default: throw damaged(position)
            }
        }
    }

    private static func imported(_ record: inout Reader, _ position: String) throws(ExchangeError) -> ImportedItem {
        guard let id = record.take(16).flatMap({ UUID(bytes: $0) }),
            var item = try? ItemCoding.decode(record.rest, id: id)
        else { throw damaged(position) }
        var imported = ImportedItem(item, position: position)
        (imported.created, imported.changed) = (item.created, item.changed)
        (imported.isArchived, imported.isTrashed) = (item.archived != nil, item.trashed != nil)
        imported.history = item.history
        (item.history, item.attachments) = ([], [])
        imported.item = item
        return imported
    }

    private static func attachment(_ record: inout Reader, _ position: String) throws(ExchangeError)
        -> ImportedAttachment
    {
        guard let nameCount = record.number(4), let name = record.take(nameCount), let typeCount = record.number(4),
            let type = record.take(typeCount)
        else { throw damaged(position) }
        return ImportedAttachment(
            name: String(decoding: name, as: UTF8.self), mediaType: String(decoding: type, as: UTF8.self),
            content: AttachmentBytes(record.rest))
    }

    fileprivate static func damaged(_ position: String) -> ExchangeError {
        ExchangeError(
            .damaged, "the content of the file is damaged", at: position, remedy: "use another copy of the file")
    }
}

/// Bytes that are read from their start on.
private struct Reader {
    var rest: Data

    mutating func take(_ count: Int) -> Data? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Data(rest.prefix(count))
    }

    mutating func number(_ count: Int) -> Int? {
        take(count).flatMap { Int(exactly: $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
    }

    mutating func record(_ position: String) throws(ExchangeError) -> (kind: UInt8, record: Reader) {
        guard let kind = take(1)?.first, let count = number(8), let content = take(count) else {
            throw ChatelaineRecords.damaged(position)
        }
        return (kind, Reader(rest: content))
    }
}
