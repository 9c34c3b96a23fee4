import Secrets
import Synchronization

/// A pool of guarded buffers for frames: allocating guarded memory takes longer than a whole request, and there is little of it.
package final class GuardedBufferPool: Sendable {
    /// The bytes of each buffer: most frames fit.
    private static let size = 16 << 10

    private let maximumCount: Int
    private let free = Mutex<[GuardedMemory]>([])

    /// - Parameter maximumCount: the most buffers that are kept.
    package init(maximumCount: Int) { self.maximumCount = maximumCount }

    func take() -> GuardedMemory {
        let kept = free.withLock { $0.popLast() }
        return if let kept { kept } else { GuardedMemory(count: Self.size) }
    }

    /// Puts a buffer back.
    ///
    /// - Parameter used: the part that has to be wiped.
    func release(_ memory: GuardedMemory, used: Range<Int>) {
        memory.wipe(used)
        free.withLock { free in
            if free.count < maximumCount { free.append(memory) }
        }
    }
}

/// Guarded memory that exists only while it is needed.
final class GuardedMemory: @unchecked Sendable {
    // Sendable: it has one user at a time.
    var bytes: SecretBytes
    let count: Int

    init(count: Int) {
        bytes = SecretBytes(zeros: count)
        self.count = count
    }

    func wipe(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        bytes.withUnsafeMutableBytes { Secrets.wipe(UnsafeMutableRawBufferPointer(rebasing: $0[range])) }
    }
}
