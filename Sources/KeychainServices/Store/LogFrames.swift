import GRDBSQLite

/// The committed pages of a write-ahead log.
///
/// SQLite's file format, 4.1 to 4.4: a header of 32 bytes; frames, each of 24 bytes and a page; a checksum that goes on from frame to frame.
struct LogFrames {
    private static let (headSize, frameHeadSize) = (32, 24)
    private static let magic: UInt32 = 0x377f_0682
    private static let pageSizes = 512...65_536

    private let log: UnsafeRawBufferPointer
    private let pageSize: Int
    /// The position of the newest committed content of each page.
    private let pages: [UInt32: Int]
    /// The number of pages of the database after the last commit.
    private let pageCount: Int

    /// Reads a log. One that has no valid header has no frames.
    init(_ log: UnsafeRawBufferPointer) {
        self.log = log
        var (pages, pending, pageCount) = ([UInt32: Int](), [UInt32: Int](), 0)
        guard let (pageSize, begin) = Self.header(log) else {
            (pageSize, self.pages, self.pageCount) = (0, [:], 0)
            return
        }
        var sum = begin
        var position = Self.headSize
        while log.count - position >= Self.frameHeadSize + pageSize {
            let page = log.word(position)
            sum.add(log, position..<position + 8)
            sum.add(log, position + Self.frameHeadSize..<position + Self.frameHeadSize + pageSize)
            // The salt is that of the header, unless the frame is left of an earlier log in the same file.
            guard page > 0, log[position + 8..<position + 16].elementsEqual(log[16..<24]),
                sum.isStored(in: log, at: position + 16)
            else { break }
            pending[page] = position + Self.frameHeadSize
            let size = Int(log.word(position + 4))
            if size > 0 {
                pages.merge(pending) { $1 }
                (pending, pageCount) = ([:], size)
            }
            position += Self.frameHeadSize + pageSize
        }
        (self.pageSize, self.pages, self.pageCount) = (pageSize, pages, pageCount)
    }

    private static func header(_ log: UnsafeRawBufferPointer) -> (pageSize: Int, sum: LogChecksum)? {
        guard log.count >= headSize, log.word(0) & ~1 == magic else { return nil }
        let pageSize = Int(log.word(8))
        guard pageSizes.contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
        var sum = LogChecksum(isBigEndian: log.word(0) & 1 == 1)
        sum.add(log, 0..<24)
        return sum.isStored(in: log, at: 24) ? (pageSize, sum) : nil
    }

    /// Returns the file with the pages of the log, in memory of SQLite's; `file` is freed if it is another.
    func applied(to file: UnsafeMutableRawBufferPointer) throws(KeychainError) -> UnsafeMutableRawBufferPointer {
        guard pageCount > 0 else { return file }
        let (size, overflow) = pageCount.multipliedReportingOverflow(by: pageSize)
        // A log names no more pages than it brings and the file has.
        guard !overflow, size <= file.count + pages.count * pageSize else { return file }
        defer { sqlite3_free(file.baseAddress) }
        let whole = try KeychainImage.allocate(size)
        whole.initializeMemory(as: UInt8.self, repeating: 0)
        let kept = min(size, file.count)
        whole.copyMemory(from: UnsafeRawBufferPointer(rebasing: file[..<kept]))
        for (page, position) in pages where Int(page) <= pageCount {
            let start = (Int(page) - 1) * pageSize
            UnsafeMutableRawBufferPointer(rebasing: whole[start..<start + pageSize])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: log[position..<position + pageSize]))
        }
        return whole
    }
}

/// The checksum of a log, over 32-bit words in an order of bytes that its header names.
private struct LogChecksum {
    let isBigEndian: Bool
    private var (first, second): (UInt32, UInt32) = (0, 0)

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Parameter range: a multiple of 8 bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        for position in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            first &+= word(bytes, position) &+ second
            second &+= word(bytes, position + 4) &+ first
        }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt32 {
        isBigEndian ? bytes.word(position) : bytes.word(position).byteSwapped
    }

    func isStored(in bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
        bytes.word(position) == first && bytes.word(position + 4) == second
    }
}

extension UnsafeRawBufferPointer {
    /// The big-endian number at an offset, which the caller has checked.
    fileprivate func word(_ offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
