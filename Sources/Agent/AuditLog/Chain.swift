/// The end of the log in memory: gives each record its place, and keeps it until it is written.
struct Chain: ~Copyable {
    /// Consecutive bytes of one segment.
    struct Piece {
        let segment: UInt32
        var bytes: [UInt8]
    }

    /// Bytes kept while the disk does not take them.
    static let capacity = 1 << 20

    private var key: ChainKey
    private var line = LineBuilder()
    /// The last record that has a place.
    private(set) var tail: Link
    /// Bytes in the segment of `tail`, with those that are not written yet.
    private var segmentSize: Int
    private(set) var pieces: [Piece] = []
    /// Bytes that are not written, with those that are being written.
    private(set) var unwritten = 0
    private(set) var dropped: UInt64 = 0
    /// Whether the last attempt to write has failed.
    private(set) var isFailing = false

    /// - Parameter segmentSize: bytes in the segment of `tail`; at least a segment's size to start a new one.
    init(key: consuming ChainKey, tail: Link, segmentSize: Int) {
        self.key = key
        self.tail = tail
        self.segmentSize = segmentSize
    }

    mutating func append(_ entry: Entry) {
        guard !isFailing || unwritten < Self.capacity else {
            dropped += 1
            return
        }
        append(.access, time: entry.time) { $0.fields(of: entry) }
    }

    /// Appends a record of the log's own.
    mutating func append(_ kind: RecordKind, time: Int64, fields: (inout LineBuilder) -> Void) {
        build(kind, time: time, fields)
        if segmentSize + line.bytes.count + LineBuilder.endLength > SegmentDirectory.segmentSize {
            startSegment(time: time)
            build(kind, time: time, fields)
        }
        commit()
    }

    /// What waits to be written, and which record is the last of it.
    mutating func take() -> (pieces: [Piece], last: Link) {
        defer { pieces = [] }
        return (pieces, tail)
    }

    /// What was taken has been written.
    mutating func wasWritten(_ count: Int, time: Int64) {
        unwritten -= count
        isFailing = false
        guard dropped > 0 else { return }
        let count = dropped
        dropped = 0
        append(.dropped, time: time) { $0.field("count", count) }
    }

    /// Some of what was taken could not be written.
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
        build(.segment, time: time) {
            $0.field("segment", segment)
            $0.field("total", total)
        }
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
