/// The in-memory end of the log: numbers and chains each record, and keeps it until it is written.
struct ChainBuffer: ~Copyable {
    /// Consecutive bytes of one segment.
    struct Piece {
        let segment: UInt32
        var bytes: [UInt8]
    }

    /// The number of bytes kept while writing to the disk fails.
    static let capacity = 1 << 20

    private var key: ChainKey
    private var line = LineBuilder()
    /// The last record in the chain.
    private(set) var tail: ChainPosition
    /// The size of the segment of `tail` in bytes, including records that are not written yet.
    private var segmentSize: Int
    private(set) var pieces: [Piece] = []
    /// The number of unwritten bytes, including those that are being written.
    private(set) var unwritten = 0
    private(set) var dropped: UInt64 = 0
    /// Whether the last attempt to write failed.
    private(set) var isFailing = false

    /// The first records of the segments that are kept, as far as they are known.
    private var starts: [UInt32: SegmentStart]

    /// - Parameters:
    ///   - segmentSize: the size of the segment of `tail` in bytes; at least a full segment's size to start a new one.
    ///   - starts: the first records of the segments.
    init(key: consuming ChainKey, tail: ChainPosition, segmentSize: Int, starts: [UInt32: SegmentStart] = [:]) {
        self.key = key
        self.tail = tail
        self.segmentSize = segmentSize
        self.starts = starts
    }

    mutating func append(_ entry: Entry) {
        guard !isFailing || unwritten < Self.capacity else {
            dropped += 1
            return
        }
        append(.access, time: entry.time) { $0.fields(of: entry) }
    }

    /// Appends one of the log's own records.
    mutating func append(_ kind: RecordKind, time: Int64, fields: (inout LineBuilder) -> Void) {
        build(kind, time: time, fields)
        if segmentSize + line.bytes.count + LineBuilder.endLength > SegmentDirectory.segmentSize {
            startSegment(time: time)
            build(kind, time: time, fields)
        }
        commit()
    }

    /// Takes the pieces that are waiting to be written, with a link to their last record.
    mutating func take() -> (pieces: [Piece], last: ChainPosition) {
        defer { pieces = [] }
        return (pieces, tail)
    }

    /// Records that the pieces that were taken have been written.
    mutating func markWritten(_ count: Int, time: Int64) {
        unwritten -= count
        isFailing = false
        guard dropped > 0 else { return }
        let count = dropped
        dropped = 0
        append(.dropped, time: time) { $0.field("count", count) }
    }

    /// Puts back the part of the taken pieces that could not be written.
    mutating func putBack(_ rest: [Piece], written count: Int) {
        unwritten -= count
        pieces = rest + pieces
        isFailing = true
    }

    private mutating func build(_ kind: RecordKind, time: Int64, _ fields: (inout LineBuilder) -> Void) {
        line.begin(kind, sequence: tail.sequence + 1, time: time)
        if kind.namesPrevious { line.field("previous", hexadecimal: tail.mac.bytes) }
        fields(&line)
    }

    private mutating func startSegment(time: Int64) {
        let (segment, total) = (tail.segment + 1, tail.sequence)
        let kept = segment > SegmentDirectory.segmentCount ? segment - SegmentDirectory.segmentCount + 1 : 1
        let oldest = kept > 1 ? starts[kept] : nil
        starts = starts.filter { $0.key >= kept }
        build(.segment, time: time) {
            $0.field("segment", segment)
            $0.field("total", total)
            // What went with the segments before the oldest one that is kept from now on.
            guard let oldest else { return }
            $0.field("rotated", oldest.sequence - 1)
            $0.field("until", oldest.time)
        }
        starts[segment] = SegmentStart(sequence: total + 1, time: LineBuilder.text(of: time))
        tail.segment = segment
        segmentSize = 0
        commit()
    }

    private mutating func commit() {
        tail.mac = line.bytes.withUnsafeBytes { key.mac(after: tail.mac, of: $0) }
        tail.sequence += 1
        line.end(tail.mac)
        if pieces.last?.segment != tail.segment { pieces.append(Piece(segment: tail.segment, bytes: [])) }
        pieces[pieces.count - 1].bytes += line.bytes
        segmentSize += line.bytes.count
        unwritten += line.bytes.count
    }
}
