import Glibc
import LinuxSupport

/// What opening a log finds, and how it goes on from there.
struct OpenedLog: ~Copyable {
    let chain: Chain
    let output: Output

    /// - Parameters:
    ///   - head: nil if none was ever stored: then the log starts with its first record, or not at all.
    ///   - time: of the records that tell of what was found.
    init(_ path: String, key: consuming ChainKey, head: Head?, time: Int64) throws(LogError) {
        let directory = try SegmentDirectory(path)
        let numbers = try directory.segments()
        let link = head.map { Link($0) } ?? .start
        var ending = Ending(key: try key.copy(), head: link)
        if link == nil { ending.check.note(.headMissing) }
        try ending.find(in: directory, numbers)
        let (base, isDamaged) = (ending.base, ending.check.hasUnnotedProblems)
        for number in numbers where number + SegmentDirectory.segmentCount <= base.segment { directory.remove(number) }
        var chain = Chain(key: key, tail: base, segmentSize: ending.fileSize)
        if isDamaged {
            let count = ending.check.report.problems.count
            chain.append(.damaged, time: time) { $0.field("problems", count) }
        }
        if ending.tornBytes > 0 {
            let count = ending.tornBytes
            chain.append(.recovered, time: time) { $0.field("bytes", count) }
        }
        self.chain = chain
        // Records beyond the head are accepted, so the head moves; after damage it moves with the record that tells of it.
        output = Output(
            directory: directory, file: ending.file.take(), written: base, headIsStored: isDamaged || base == link)
    }
}

/// Finds the end of the log from the segment of the head on.
private struct Ending: ~Copyable {
    /// Beyond this number of segments, what is there is not looked at.
    private static let maximumSegments = 64

    var check: ChainCheck
    private let head: Link
    /// The segment that goes on; nil if a new one is to be started.
    var file: Descriptor?
    private(set) var fileSize = SegmentDirectory.segmentSize
    /// Bytes of a line that a crash had not let become whole.
    private(set) var tornBytes = 0

    init(key: consuming ChainKey, head: Link?) {
        self.head = head ?? .start
        check = ChainCheck(key: key, head: self.head, after: head == .start ? .start : nil)
    }

    /// What the next record follows. If the head is not there that is the head: what is missing shows as a gap in front of
    /// the record that tells of it, for as long as the log is kept.
    var base: Link {
        let last = check.lastGood ?? .start
        let followsHead = head != .start && !check.headWasSeen
        return Link(
            sequence: max(last.sequence, head.sequence), segment: max(last.segment, head.segment),
            mac: followsHead || check.lastGood == nil ? head.mac : last.mac)
    }

    mutating func find(in directory: borrowing SegmentDirectory, _ numbers: [UInt32]) throws(LogError) {
        let candidates = numbers.filter { $0 >= max(head.segment, 1) && $0 < Link.maximumSegment }
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
                // A crash came between the start of a segment and its first record.
                directory.remove(number)
                tornBytes = torn
            } else {
                try goOn(opened, size: contents.count - torn, torn: torn, number: number)
            }
        }
        check.checkEnd()
    }

    private mutating func goOn(
        _ opened: consuming Descriptor, size: Int, torn: Int, number: UInt32
    ) throws(LogError) {
        // Lines that are all none of ours: the file is moved aside when its name is needed.
        guard check.lastGood?.segment == number else { return }
        if torn > 0 {
            let descriptor = opened.number
            guard retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else { throw .failed("repair") }
            tornBytes = torn
        }
        fileSize = size
        file = consume opened
    }
}
