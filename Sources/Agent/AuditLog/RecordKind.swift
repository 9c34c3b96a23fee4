/// What a record is about.
public enum RecordKind: String, Codable, Sendable {
    /// A program asked for something.
    case access
    /// The first of a segment: carries the chain over from the one before.
    case segment
    /// What a crash had left of a line was cut off.
    case recovered
    /// The disk was full for so long that entries could not be kept.
    case dropped
    /// The log was found changed from outside.
    case damaged

    /// Whether the record says itself what it follows, as that may not be there any more.
    var namesPrevious: Bool { self == .segment || self == .damaged }
}
