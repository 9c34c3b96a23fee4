import Foundation
import LinuxSupport

/// One line of the log, as it was read.
public struct Record: Hashable, Sendable {
    /// Its number; the first is 1.
    public let sequence: UInt64
    /// UTC, in ISO 8601 with microseconds.
    public let time: String
    /// What it is about.
    public let kind: RecordKind
    /// Whose program it was; this and the following are nil in the log's own records.
    public let uid: UInt32?
    /// Where the program's executable lies.
    public let subject: String?
    /// How sure it was which program it was.
    public let strength: String?
    /// What it asked for.
    public let operation: String?
    /// Of which class the item is.
    public let itemClass: String?
    /// In which access group.
    public let group: String?
    /// The item's id in hexadecimal digits.
    public let item: String?
    /// The answer: a status number, 0 for success.
    public let status: Int32?
    /// Entries dropped, bytes cut off, or problems found.
    public let count: Int?
    /// Whether the record, and where it is, are what was written.
    public let isGenuine: Bool
}

extension Record {
    private struct Fields: Decodable {
        let seq: UInt64
        let time: String
        let kind: RecordKind
        let uid: UInt32?
        let subject: String?
        let strength: String?
        let operation: String?
        let `class`: String?
        let group: String?
        let item: String?
        let status: Int32?
        let count: Int?
        let bytes: Int?
        let problems: Int?
    }

    /// - Returns: nil if the line is no record.
    init?(line: UnsafeRawBufferPointer, isGenuine: Bool) {
        guard line.count < LineBuilder.maximumLength,
            let fields = try? JSONDecoder().decode(Fields.self, from: Data(line))
        else { return nil }
        // What somebody else wrote was not made printable before.
        let text = { (text: String?) in
            isGenuine ? text : text.map { UntrustedText.forLog($0, limit: Entry.maximumPathLength) }
        }
        sequence = fields.seq
        time = text(fields.time) ?? ""
        kind = fields.kind
        uid = fields.uid
        subject = text(fields.subject)
        strength = text(fields.strength)
        operation = text(fields.operation)
        itemClass = text(fields.class)
        group = text(fields.group)
        item = text(fields.item)
        status = fields.status
        count = fields.count ?? fields.bytes ?? fields.problems
        self.isGenuine = isGenuine
    }
}
