import Foundation
import Glibc

/// Overwrites memory in a way that the compiler does not optimise away.
func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    explicit_bzero(start, bytes.count)
}

extension Data {
    /// Creates a copy that is wiped when it is released, and that is left out of core dumps.
    ///
    /// - Parameter bytes: the bytes to copy.
    public init(wipedWhenFreed bytes: UnsafeRawBufferPointer) {
        // Whole pages, because `madvise` and `mlock` work on pages.
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let size = Swift.max(page, (bytes.count + page - 1) / page * page)
        let room = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let room, room != MAP_FAILED else {
            self.init(bytes)
            return
        }
        madvise(room, size, MADV_DONTDUMP)
        mlock(room, size)
        UnsafeMutableRawBufferPointer(start: room, count: size).copyMemory(from: bytes)
        let count = bytes.count
        self.init(
            bytesNoCopy: room, count: count,
            deallocator: .custom { start, _ in
                explicit_bzero(start, size)
                munmap(start, size)
            })
    }
}
