import CSodium
import Glibc
import Synchronization

/// Guarded memory of small secrets that were released, kept for the next ones: making it takes 15 µs and a dozen system calls, which is as
/// long as a signature on P-256, and most operations need some.
///
/// A block has pages of its own between inaccessible ones, like all memory of libsodium, and what is kept is zero. A secret is at the end of
/// its block, next to the inaccessible page. What is in front of it has to be zero when it is released, in place of libsodium's canary.
enum SpareBlocks {
    /// The largest secret in bytes. A block takes a page in any case.
    static let capacity = 1024
    /// The most blocks that are kept; they are locked into memory.
    static let most = 16

    private struct Kept: @unchecked Sendable {
        // Sendable: a block that is kept has no owner.
        var blocks: [UnsafeMutableRawPointer] = []
        /// The process that locked them: a child of fork(2) inherits the memory, and not the lock.
        var process = getpid()

        mutating func letGoAfterFork() {
            guard process != getpid() else { return }
            blocks.forEach { sodium_free($0) }
            (blocks, process) = ([], getpid())
        }
    }

    private static let kept = Mutex(Kept())

    /// Returns memory for a secret of at most ``capacity`` bytes; nil if none is kept.
    static func take(_ count: Int) -> UnsafeMutableRawPointer? {
        let block = kept.withLock { kept in
            kept.letGoAfterFork()
            return kept.blocks.popLast()
        }
        return block.map { $0 + (capacity - count) }
    }

    /// Returns memory for a secret of at most ``capacity`` bytes from a block that was made for it.
    static func placed(_ count: Int, in block: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        sodium_memzero(block, capacity)
        return block + (capacity - count)
    }

    /// Overwrites and releases what ``take(_:)`` or ``placed(_:in:)`` returned. Ends the process if something has written in front of it, as
    /// libsodium does.
    static func release(_ start: UnsafeMutableRawPointer, _ count: Int) {
        let block = start - (capacity - count)
        guard sodium_is_zero(block.assumingMemoryBound(to: UInt8.self), capacity - count) == 1 else { abort() }
        sodium_memzero(start, count)
        let isKept = kept.withLock { kept in
            kept.letGoAfterFork()
            guard kept.blocks.count < most else { return false }
            kept.blocks.append(block)
            return true
        }
        if !isKept { sodium_free(block) }
    }
}
