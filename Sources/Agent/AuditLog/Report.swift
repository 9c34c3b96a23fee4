/// The result of checking the log.
package struct Report: Hashable, Sendable {
    /// A deviation from what was written.
    package struct Problem: Hashable, Sendable {
        /// The segment of the problem; 0 if in none.
        package let segment: UInt32
        /// The line in the segment, from 1 on; 0 if in none.
        package let line: Int
        /// The kind of the problem.
        package let kind: Kind
    }

    /// The kinds of problems.
    package enum Kind: Hashable, Sendable {
        /// The line is not a record.
        case unreadable
        /// The record, or the one before it, was changed.
        case changed
        /// An authentic record at the wrong position.
        case misplaced
        /// These records are missing between two authentic ones.
        case missingRecords(first: UInt64, last: UInt64)
        /// A segment is missing.
        case missingSegment
        /// A file with a segment's name that is a link, is owned by another user, is not a regular file, or does not
        /// belong to this part of the log.
        case foreignFile
        /// The file is larger than a segment can be.
        case oversized
        /// The last line is incomplete.
        case torn
        /// These records were cut off the end of the log.
        case missingEnd(first: UInt64, last: UInt64)
        /// The end of the log is not the one that was kept in the keychain.
        case otherEnd
        /// The keychain has no head of the log, so a missing end cannot be detected.
        case headMissing
    }

    /// The maximum number of listed problems.
    package static let maximumProblems = 1000

    /// The problems in the order of the log; at most 1,000.
    package private(set) var problems: [Problem] = []
    /// The number of authentic records.
    package internal(set) var authenticRecords = 0

    /// Whether no problem was found.
    package var isIntact: Bool { problems.isEmpty }

    mutating func note(_ kind: Kind, segment: UInt32 = 0, line: Int = 0) {
        guard problems.count < Self.maximumProblems else { return }
        problems.append(Problem(segment: segment, line: line, kind: kind))
    }
}

extension Report.Problem: CustomStringConvertible {
    /// The position and the kind of the problem.
    package var description: String {
        let text =
            switch kind {
            case .unreadable: "this line is not a record"
            case .changed: "this record, or the one before it, was changed"
            case .misplaced: "this record is at the wrong position"
            case .missingRecords(let first, let last): "records \(first) to \(last) are missing before this one"
            case .missingSegment: "the segment is missing"
            case .foreignFile: "the file does not belong to the log"
            case .oversized: "the file is larger than a segment can be"
            case .torn: "the last line is incomplete"
            case .missingEnd(let first, let last): "records \(first) to \(last) were cut off the end"
            case .otherEnd: "the end of the log is not the one stored in the keychain"
            case .headMissing: "the stored end of the log is missing, so a missing end cannot be detected"
            }
        return segment == 0
            ? text : line == 0 ? "segment \(segment): \(text)" : "segment \(segment), line \(line): \(text)"
    }
}
