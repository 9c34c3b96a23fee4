import Glibc

/// A verification of the chain of MACs over segments in order.
struct ChainCheck: ~Copyable {
    private var key: ChainKey
    private let head: ChainPosition?
    private(set) var report = Report()
    /// The last record as it claims to be, authentic or not: the one that the next record has to follow.
    private var stated: ChainPosition?
    /// The last authentic record.
    private(set) var lastAuthentic: ChainPosition?
    private(set) var headWasSeen = false
    /// Whether there are problems that no record of the log mentions yet.
    private(set) var hasUnnotedProblems = false

    /// - Parameters:
    ///   - head: the last record when the head was stored, or `nil` if unknown.
    ///   - stated: the record that the first one has to follow, or `nil` if it may follow one that was removed.
    init(key: consuming ChainKey, head: ChainPosition?, after stated: ChainPosition?) {
        self.key = key
        self.head = head
        self.stated = stated
    }

    /// Checks the lines of a segment.
    /// - Returns: the number of bytes after the last complete line.
    mutating func check(_ contents: [UInt8], segment: UInt32, _ body: (UnsafeRawBufferPointer, Bool) throws -> Void)
        rethrows -> Int
    {
        var torn = contents.count
        try contents.withUnsafeBytes { bytes in
            var (start, number) = (0, 0)
            while let length = Self.lineLength(UnsafeRawBufferPointer(rebasing: bytes[start...])) {
                number += 1
                let line = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
                try body(line, check(line, segment: segment, number: number))
                start += length + 1
            }
            torn = bytes.count - start
        }
        return torn
    }

    mutating func check(_ contents: [UInt8], segment: UInt32) -> Int {
        check(contents, segment: segment) { _, _ in }
    }

    /// Returns the number of bytes before the next newline, or `nil` if there is none.
    private static func lineLength(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress, let end = memchr(start, 10, bytes.count) else { return nil }
        return UnsafeRawPointer(end) - start
    }

    mutating func note(_ kind: Report.Kind, segment: UInt32 = 0, line: Int = 0) {
        hasUnnotedProblems = true
        report.note(kind, segment: segment, line: line)
    }

    /// Compares the end of the checked records with the head.
    mutating func checkEnd() {
        guard let head, head != .start else { return }
        let last = lastAuthentic?.sequence ?? 0
        if last < head.sequence {
            note(.missingEnd(first: last + 1, last: head.sequence), segment: head.segment)
        } else if !headWasSeen {
            note(.otherEnd, segment: head.segment)
        }
    }

    private mutating func check(_ bytes: UnsafeRawBufferPointer, segment: UInt32, number: Int) -> Bool {
        guard let line = Line(bytes) else {
            note(.unreadable, segment: segment, line: number)
            return false
        }
        let before = stated
        let link = ChainPosition(sequence: line.sequence, segment: segment, mac: line.mac)
        stated = link
        guard let previous = line.previous ?? before?.mac, key.mac(after: previous, of: line.body) == line.mac else {
            note(.changed, segment: segment, line: number)
            return false
        }
        checkPosition(of: line, after: before, previous, segment: segment, number: number)
        report.authenticRecords += 1
        lastAuthentic = link
        if line.sequence == head?.sequence, line.mac == head?.mac { headWasSeen = true }
        return true
    }

    /// Checks the position of a record whose MAC is valid. Records that name their predecessor could have been moved
    /// without a change.
    private mutating func checkPosition(
        of line: Line, after before: ChainPosition?, _ previous: MAC, segment: UInt32, number: Int
    ) {
        let belongsHere =
            (number == 1) == (line.kind == .segment) && (line.segment.map { $0 == UInt64(segment) } ?? true)
        if !belongsHere { note(.misplaced, segment: segment, line: number) }
        if let before, before.mac != previous || before.sequence + 1 != line.sequence {
            note(Self.gap(from: before.sequence, to: line.sequence), segment: segment, line: number)
        }
        if line.kind == .damaged { hasUnnotedProblems = false }
    }

    private static func gap(from before: UInt64, to after: UInt64) -> Report.Kind {
        if after == before + 1 { return .otherEnd }
        return after > before ? .missingRecords(first: before + 1, last: after - 1) : .misplaced
    }
}
