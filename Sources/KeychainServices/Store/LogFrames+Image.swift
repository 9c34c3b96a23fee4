import Foundation
import GRDBSQLite

extension LogFrames {
    /// Returns a file with the pages of its log that SQLite reads, in memory of SQLite's; `file` is freed if it is another.
    static func applied(
        _ log: UnsafeMutableRawBufferPointer, to file: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> UnsafeMutableRawBufferPointer {
        guard let start = log.baseAddress, let pageSize = pageSize(of: file) else { return file }
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

    /// The page size in the header of a file (SQLite's file format, 1.3): 1 stands for 65,536.
    private static func pageSize(of file: UnsafeMutableRawBufferPointer) -> Int? {
        guard file.count >= 18 else { return nil }
        let size = Int(file[16]) << 8 | Int(file[17])
        let pageSize = size == 1 ? 65_536 : size
        return pageSize >= 512 && pageSize & (pageSize - 1) == 0 ? pageSize : nil
    }
}
