import Glibc
import LinuxSupport

/// The state of a log that was opened: its chain and its output.
struct OpenedLog: ~Copyable {
    let chain: ChainBuffer
    let output: Output

    /// - Parameters:
    ///   - head: `nil` if none was ever stored; the log must then begin with its first record, or be empty.
    ///   - time: the time for the records that report what was found.
    init(_ path: String, key: consuming ChainKey, head: Head?, time: Int64) throws(LogError) {
        let directory = try SegmentDirectory(path)
        let numbers = try directory.segments()
        let link = head.map { ChainPosition($0) } ?? .start
        var search = TailSearch(key: try key.copy(), head: link)
        if link == nil { search.check.note(.headMissing) }
        try search.find(in: directory, numbers)
        let (base, isDamaged) = (search.base, search.check.hasUnnotedProblems)
        for number in numbers where number + SegmentDirectory.segmentCount <= base.segment { directory.remove(number) }
        let starts = try SegmentStart.all(numbers, last: base.segment, in: directory, key: key)
        var chain = ChainBuffer(key: key, tail: base, segmentSize: search.fileSize, starts: starts)
        if isDamaged {
            let count = search.check.report.problems.count
            chain.append(.damaged, time: time) { $0.field("problems", count) }
        }
        if search.tornBytes > 0 {
            let count = search.tornBytes
            chain.append(.recovered, time: time) { $0.field("bytes", count) }
        }
        self.chain = chain
        // Records beyond the head are accepted, so the head moves; after damage it moves with the record that reports it.
        output = Output(
            directory: directory, file: search.file.take(), written: base, headIsStored: isDamaged || base == link)
    }
}

/// The search for the end of the log, starting at the segment of the head.
private struct TailSearch: ~Copyable {
    /// The maximum number of segments that are examined.
    private static let maximumSegments = 64

    var check: ChainCheck
    private let head: ChainPosition
    /// The segment to continue; `nil` to start a new one.
    var file: Descriptor?
    private(set) var fileSize = SegmentDirectory.segmentSize
    /// The number of bytes of a line that a crash left incomplete.
    private(set) var tornBytes = 0

    init(key: consuming ChainKey, head: ChainPosition?) {
        self.head = head ?? .start
        check = ChainCheck(key: key, head: self.head, after: head == .start ? .start : nil)
    }

    /// The record that the next one follows. If the head is missing from the files, it is the head: the missing records then show as a gap
    /// before the record that reports them, for as long as the log is kept.
    var base: ChainPosition {
        let last = check.lastAuthentic ?? .start
        let followsHead = head != .start && !check.headWasSeen
        return ChainPosition(
            sequence: max(last.sequence, head.sequence), segment: max(last.segment, head.segment),
            mac: followsHead || check.lastAuthentic == nil ? head.mac : last.mac)
    }

    mutating func find(in directory: borrowing SegmentDirectory, _ numbers: [UInt32]) throws(LogError) {
        let candidates = numbers.filter { $0 >= max(head.segment, 1) && $0 < ChainPosition.maximumSegment }
        if head.segment > 0, candidates.first != head.segment { check.note(.missingSegment, segment: head.segment) }
        for number in candidates.prefix(Self.maximumSegments) {
            guard let opened = directory.open(number) else {
                check.note(.foreignFile, segment: number)
                continue
            }
            let contents = try opened.contents(limit: SegmentDirectory.segmentSize + 1)
            let torn = check.check(contents, segment: number)
            if contents.count > SegmentDirectory.segmentSize {
                check.note(.oversized, segment: number)
            } else if number != candidates.last {
                if torn > 0 { check.note(.torn, segment: number) }
            } else if torn == contents.count {
                // A crash occurred between the start of a segment and its first record.
                directory.remove(number)
                tornBytes = torn
            } else {
                try continueSegment(opened, size: contents.count - torn, torn: torn, number: number)
            }
        }
        check.checkEnd()
    }

    private mutating func continueSegment(
        _ opened: consuming Descriptor, size: Int, torn: Int, number: UInt32
    ) throws(LogError) {
        // No line is an authentic record: the file is moved aside when its name is needed.
        guard check.lastAuthentic?.segment == number else { return }
        if torn > 0 {
            let descriptor = opened.number
            guard retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else { throw .failed("repair") }
            tornBytes = torn
        }
        fileSize = size
        file = consume opened
    }
}
