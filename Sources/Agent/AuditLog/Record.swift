import Foundation
import LinuxSupport

/// One line of the log, as it was read.
package struct Record: Hashable, Sendable {
    /// The record's number; the first is 1.
    package let sequence: UInt64
    /// The time in UTC, in ISO 8601 with microseconds.
    package let time: String
    /// The kind of the record.
    package let kind: RecordKind
    /// The user id of the program; this and the following are `nil` in the log's own records.
    package let uid: UInt32?
    /// The path of the program's executable.
    package let subject: String?
    /// The strength of the program's identification.
    package let strength: String?
    /// The requested operation.
    package let operation: String?
    /// The class of the item.
    package let itemClass: String?
    /// The access group.
    package let group: String?
    /// The item's id in hexadecimal digits.
    package let item: String?
    /// The answer: a status number, 0 for success.
    package let status: Int32?
    /// The number of requests that the record stands for; `nil` for one.
    package let times: Int?
    /// In the record that begins a segment: how many records were rotated out so far; they were from before ``until``.
    package let rotatedOut: UInt64?
    /// The time of the oldest record that was kept then.
    package let until: String?
    /// The number of entries dropped, bytes cut off, or problems found.
    package let count: Int?
    /// Whether the record and its position are authentic.
    package let isAuthentic: Bool
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
        let times: Int?
        let rotated: UInt64?
        let until: String?
        let count: Int?
        let bytes: Int?
        let problems: Int?
    }

    /// - Returns: `nil` if the line is not a record.
    init?(line: UnsafeRawBufferPointer, isAuthentic: Bool) {
        guard line.count < LineBuilder.maximumLength,
            let fields = try? JSONDecoder().decode(Fields.self, from: Data(line))
        else { return nil }
        // A forged record was not made printable when it was written.
        let text = { (text: String?) in
            isAuthentic ? text : text.map { UntrustedText.forLog($0, limit: Entry.maximumPathLength) }
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
        times = fields.times
        rotatedOut = fields.rotated
        until = text(fields.until)
        count = fields.count ?? fields.bytes ?? fields.problems
        self.isAuthentic = isAuthentic
    }
}
