import Secrets

/// A buffer for file contents, overwritten when it is released as far as it was used.
final class WipedBuffer {
    let bytes: UnsafeMutableRawBufferPointer
    /// The number of bytes from the start that may have been written. Overwriting the rest would only make the system provide its pages.
    private var used = 0

    /// Allocates the buffer.
    ///
    /// - Parameter count: in bytes.
    init(_ count: Int) {
        _ = Self.keepsMemory
        bytes = .allocate(byteCount: count, alignment: 64)
    }

    /// Returns the first `count` bytes for writing, and counts them as used. Bytes written through `bytes` directly are not overwritten.
    func first(_ count: Int) -> UnsafeMutableRawBufferPointer {
        used = max(used, count)
        return UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
    }

    deinit {
        wipe(UnsafeMutableRawBufferPointer(rebasing: bytes[..<used]))
        bytes.deallocate()
    }

    /// Makes the C library keep free memory of the size of a few chunks. By default it returns free memory above 128 KiB at the end of
    /// the heap to the system, here with every chunk that is sealed; after it has freed a larger block it raises that limit (mallopt(3),
    /// "dynamic mmap threshold"). Reduces the time of writing by a fifth.
    private static let keepsMemory: Bool = {
        let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
        block.storeBytes(of: 0, as: UInt8.self)
        wipe(UnsafeMutableRawBufferPointer(start: block, count: 1))
        block.deallocate()
        return true
    }()
}
