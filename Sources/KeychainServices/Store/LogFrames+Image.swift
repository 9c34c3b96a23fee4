import Foundation
import GRDBSQLite

extension LogFrames {
    /// Returns a file with the pages of its log that SQLite reads, in memory of SQLite's; `file` is freed if it is another.
    static func applied(
        _ log: UnsafeMutableRawBufferPointer, to file: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> UnsafeMutableRawBufferPointer {
        guard let start = log.baseAddress, let pageSize = pageSize(ofHeader: file) else { return file }
        let frames = LogFrames(Data(bytesNoCopy: start, count: log.count, deallocator: .none), pageSize: pageSize)
        let committed = frames.frames.prefix(frames.readable)
        guard let pageCount = committed.last.flatMap({ Int(exactly: $0.size) }), pageCount > 0 else { return file }
        let (size, overflow) = pageCount.multipliedReportingOverflow(by: pageSize)
        // A log names no more pages than it brings and the file has.
        guard !overflow, size <= file.count + committed.count * pageSize else { return file }
        defer { sqlite3_free(file.baseAddress) }
        let whole = try KeychainImage.allocate(size)
        whole.initializeMemory(as: UInt8.self, repeating: 0)
        whole.copyMemory(from: UnsafeRawBufferPointer(rebasing: file[..<min(size, file.count)]))
        for frame in committed where frame.page > 0 && Int(frame.page) <= pageCount {
            let start = (Int(frame.page) - 1) * pageSize
            let page = UnsafeMutableRawBufferPointer(rebasing: whole[start..<start + pageSize])
            page.copyMemory(from: UnsafeRawBufferPointer(rebasing: log[frame.contents]))
        }
        return whole
    }
}
