/// The kind of a record.
package enum RecordKind: String, Codable, Sendable {
    /// A request of a program.
    case access
    /// The first record of a segment, which continues the chain of the segment before.
    case segment
    /// An incomplete line was cut off after a crash.
    case recovered
    /// Entries were dropped because the disk was full for too long.
    case dropped
    /// The log was found to be changed from outside.
    case damaged

    /// Whether the record contains the MAC of its predecessor, because that may have been removed.
    var namesPrevious: Bool { self == .segment || self == .damaged }
}
