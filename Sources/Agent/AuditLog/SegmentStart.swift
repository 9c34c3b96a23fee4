/// The first record of a segment: what was before it is gone when the segment is the oldest.
struct SegmentStart: Sendable {
    /// The number of the record; at least 1.
    let sequence: UInt64
    /// As in the record.
    let time: String

    /// The bytes in which the first record of a segment is.
    private static let mostBytes = 1024

    init(sequence: UInt64, time: String) { (self.sequence, self.time) = (sequence, time) }

    /// Reads it from a file; `nil` if it is not there as it was written.
    init?(of segment: UInt32, in directory: borrowing SegmentDirectory, key: consuming ChainKey) {
        guard let file = directory.open(segment), let bytes = try? file.contents(limit: Self.mostBytes),
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        var check = ChainCheck(key: key, head: nil, after: nil)
        var record: Record?
        _ = check.check(Array(bytes[...end]), segment: segment) { line, isAuthentic in
            record = Record(line: line, isAuthentic: isAuthentic)
        }
        guard let record, record.isAuthentic, record.kind == .segment, record.sequence > 0 else { return nil }
        self.init(sequence: record.sequence, time: record.time)
    }

    /// Reads those of all segments that are kept after the one with the number `last`.
    static func all(
        _ segments: [UInt32], last: UInt32, in directory: borrowing SegmentDirectory, key: borrowing ChainKey
    ) throws(LogError) -> [UInt32: SegmentStart] {
        var starts: [UInt32: SegmentStart] = [:]
        for segment in segments where segment <= last && segment + SegmentDirectory.segmentCount > last {
            starts[segment] = SegmentStart(of: segment, in: directory, key: try key.copy())
        }
        return starts
    }
}
