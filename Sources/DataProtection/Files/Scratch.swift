import Secrets

/// Memory for contents on their way, overwritten at the end as far as it was used.
final class Scratch {
    let bytes: UnsafeMutableRawBufferPointer
    /// Bytes from the beginning on that may have been written to. To overwrite the rest would only have the system provide it.
    private var used = 0

    /// - Parameter count: in bytes.
    init(_ count: Int) {
        _ = Self.keepsMemory
        bytes = .allocate(byteCount: count, alignment: 64)
    }

    /// The first bytes, to be written to; what is written to `bytes` itself stays as it is.
    func first(_ count: Int) -> UnsafeMutableRawBufferPointer {
        used = max(used, count)
        return UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
    }

    deinit {
        wipe(UnsafeMutableRawBufferPointer(rebasing: bytes[..<used]))
        bytes.deallocate()
    }

    /// Has the C library keep memory of the size of a few chunks. It begins by giving back to the system whatever is more than
    /// 128 KiB at the end of the heap, with every chunk that is sealed, and has learned better when it has freed a larger block
    /// (mallopt(3), "dynamic mmap threshold"). Takes a fifth off the time of writing.
    private static let keepsMemory: Bool = {
        let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
        block.storeBytes(of: 0, as: UInt8.self)
        wipe(UnsafeMutableRawBufferPointer(start: block, count: 1))
        block.deallocate()
        return true
    }()
}
