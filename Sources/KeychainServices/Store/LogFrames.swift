import Foundation

/// The frames of a write-ahead log, also those beyond a damaged one, at which SQLite stops reading.
///
/// Each frame's checksum goes on from the one before it as it is stored. So a damaged frame does not hide whether those after it are whole
/// (SQLite's file format, 4.1 to 4.4).
struct LogFrames {
    struct Frame {
        /// The number of the page, from 1 on; of a damaged frame as it stands there.
        let page: UInt32
        /// The size of the file in pages after a commit; 0 for a frame that does not end one.
        let size: UInt32
        /// The place of the page in the log.
        let contents: Range<Int>
        /// Whether the frame is as it was written.
        fileprivate(set) var isWhole: Bool
    }

    /// Those of the transactions that have ended, in order.
    private(set) var frames: [Frame] = []
    /// The number of frames that SQLite reads: those before the first that is damaged, up to the end of a transaction.
    private(set) var readable = 0

    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private static let magic: UInt32 = 0x377f_0682

    /// The number of frames before the first whose salts or checksum are not the right ones.
    private var firstUnread: Int?

    private let log: Data
    private var isBigEndian: Bool

    /// Reads the frames of a log.
    ///
    /// - Parameters:
    ///   - log: the whole log.
    ///   - pageSize: the page size of the file that it belongs to; that of the log may be damaged.
    init(_ log: Data, pageSize: Int) {
        self.log = log
        isBigEndian = Self.number(log, at: 0) == Self.magic + 1
        guard log.count >= Self.headerSize else { return }
        read(pageSize)
        if frames.isEmpty || !frames.contains(where: { $0.isWhole }) {
            // The bit that says it may be the damaged one.
            isBigEndian.toggle()
            (frames, firstUnread) = ([], nil)
            read(pageSize)
        }
        // A transaction that did not end was not acknowledged.
        frames.removeLast(frames.count - ((frames.lastIndex { $0.size != 0 } ?? -1) + 1))
        let unread = isHeaderWhole(pageSize) ? min(firstUnread ?? frames.count, frames.count) : 0
        readable = (frames[..<unread].lastIndex { $0.size != 0 } ?? -1) + 1
    }

    /// The page size in the header of a file (SQLite's file format, 1.3): 1 stands for 65,536.
    static func pageSize(ofHeader header: some RandomAccessCollection<UInt8>) -> Int? {
        let bytes = header.dropFirst(16).prefix(2)
        guard bytes.count == 2 else { return nil }
        let size = bytes.reduce(0) { $0 << 8 | Int($1) }
        let pageSize = size == 1 ? 65_536 : size
        return pageSize >= 512 && pageSize & (pageSize - 1) == 0 ? pageSize : nil
    }

    /// Whether frames lie beyond those that SQLite reads.
    var hasMore: Bool { frames.count > readable }

    func contents(of frame: Frame) -> Data { log[frame.contents] }

    private func isHeaderWhole(_ pageSize: Int) -> Bool {
        let magic = Self.number(log, at: 0)
        return (magic == Self.magic || magic == Self.magic + 1) && Self.number(log, at: 4) == 3_007_000
            && Int(Self.number(log, at: 8)) == pageSize && checksum(Checksum(), 0..<24) == stored(at: 24)
    }

    // MARK: - Reading

    private mutating func read(_ pageSize: Int) {
        // The checksums from which the next frame may go on: as stored, and as computed, which is right if the stored one is damaged.
        var seeds = [stored(at: 24), checksum(Checksum(), 0..<24)]
        var expected = salts(at: 16)
        var start = Self.headerSize
        while start <= log.count - Self.frameHeaderSize - pageSize {
            let contents = start + Self.frameHeaderSize..<start + Self.frameHeaderSize + pageSize
            let computed = seeds.map { checksum(checksum($0, start..<start + 8), contents) }
            let found = stored(at: start + 16)
            let match = computed.firstIndex(of: found)
            // Frames of an earlier use of the log may follow.
            guard match != nil || salts(at: start + 8) == expected else { return }
            if match != 0 || salts(at: start + 8) != salts(at: 16) { firstUnread = firstUnread ?? frames.count }
            if let match {
                // Those of the header may be damaged.
                if frames.isEmpty { expected = salts(at: start + 8) }
                // It goes on from what the frame before should have stored.
                if match > 0, !frames.isEmpty { frames[frames.count - 1].isWhole = true }
            }
            frames.append(
                Frame(
                    page: Self.number(log, at: start), size: Self.number(log, at: start + 4), contents: contents,
                    isWhole: match != nil))
            seeds = match != nil ? [found] : [found] + computed.prefix(2)
            start = contents.upperBound
        }
    }

    private struct Checksum: Equatable {
        var (first, second): (UInt32, UInt32) = (0, 0)
    }

    private func checksum(_ seed: Checksum, _ range: Range<Int>) -> Checksum {
        log.withUnsafeBytes { log in
            var sum = seed
            for place in stride(from: range.lowerBound, to: range.upperBound - 7, by: 8) {
                sum.first &+= word(log, at: place) &+ sum.second
                sum.second &+= word(log, at: place + 4) &+ sum.first
            }
            return sum
        }
    }

    private func word(_ log: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
        let word = log.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    private func stored(at place: Int) -> Checksum {
        var sum = Checksum()
        (sum.first, sum.second) = (Self.number(log, at: place), Self.number(log, at: place + 4))
        return sum
    }

    private func salts(at place: Int) -> [UInt32] { [Self.number(log, at: place), Self.number(log, at: place + 4)] }

    private static func number(_ log: Data, at place: Int) -> UInt32 {
        guard log.count >= place + 4 else { return 0 }
        return log.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
    }
}
