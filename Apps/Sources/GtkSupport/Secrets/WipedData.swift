import Foundation
import Glibc

/// Overwrites memory, so that no compiler leaves it out.
func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    explicit_bzero(start, bytes.count)
}

extension Data {
    /// A copy that is wiped when nobody has it any more, and that is in no core.
    ///
    /// - Parameter bytes: what is copied.
    public init(wipedWhenFreed bytes: UnsafeRawBufferPointer) {
        // Whole pages: the advice is about pages.
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
