/// What checking the log has found.
public struct Report: Hashable, Sendable {
    /// One thing that is not as it was written.
    public struct Problem: Hashable, Sendable {
        /// Where it is; 0 if in no segment.
        public let segment: UInt32
        /// In which line of the segment, from 1 on; 0 if in none.
        public let line: Int
        /// What is wrong.
        public let kind: Kind
    }

    /// What can be wrong.
    public enum Kind: Hashable, Sendable {
        /// The line is no record.
        case unreadable
        /// The record, or the one before it, is not what was written here.
        case changed
        /// A genuine record, in a place that is not its own.
        case misplaced
        /// Genuine records on both sides, and these are not between them.
        case missingRecords(first: UInt64, last: UInt64)
        /// A segment is not there.
        case missingSegment
        /// A file with a segment's name that is a link, somebody else's, no plain file, or not of this part of the log.
        case foreignFile
        /// The file is larger than a segment becomes.
        case oversized
        /// The last line has no end.
        case torn
        /// The log ended later than it does: these records were cut off.
        case missingEnd(first: UInt64, last: UInt64)
        /// The log's end is not the one that was kept in the keychain.
        case otherEnd
        /// The keychain has no end of the log, so nobody knows whether it is whole.
        case headMissing
    }

    /// Beyond this number, problems are not listed.
    public static let maximumProblems = 1000

    /// In the order of the log; at most 1,000.
    public private(set) var problems: [Problem] = []
    /// How many records are what was written.
    public internal(set) var goodRecords = 0

    /// Whether everything is as it was written.
    public var isWhole: Bool { problems.isEmpty }

    mutating func note(_ kind: Kind, segment: UInt32 = 0, line: Int = 0) {
        guard problems.count < Self.maximumProblems else { return }
        problems.append(Problem(segment: segment, line: line, kind: kind))
    }
}

extension Report.Problem: CustomStringConvertible {
    /// Where, and what.
    public var description: String {
        let text =
            switch kind {
            case .unreadable: "this is no record"
            case .changed: "this record, or the one before it, was changed"
            case .misplaced: "this record belongs elsewhere"
            case .missingRecords(let first, let last): "records \(first) to \(last) are missing before this one"
            case .missingSegment: "the segment is missing"
            case .foreignFile: "the file is none of the log's"
            case .oversized: "the file is larger than a segment becomes"
            case .torn: "the last line has no end"
            case .missingEnd(let first, let last): "records \(first) to \(last) were cut off the end"
            case .otherEnd: "the log does not end as it did"
            case .headMissing: "nothing says where the log ended"
            }
        return segment == 0
            ? text : line == 0 ? "segment \(segment): \(text)" : "segment \(segment), line \(line): \(text)"
    }
}
