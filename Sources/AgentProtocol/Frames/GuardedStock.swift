import Secrets
import Synchronization

/// Guarded memory for what comes from sockets, used again and again: getting some takes longer than a whole request, and there is
/// little of it.
package final class GuardedStock: Sendable {
    /// Of each piece, in bytes: most frames fit.
    private static let size = 16 << 10

    private let most: Int
    private let free = Mutex<[GuardedMemory]>([])

    /// - Parameter most: how many pieces are kept.
    package init(most: Int) { self.most = most }

    func take() -> GuardedMemory {
        let kept = free.withLock { $0.popLast() }
        return if let kept { kept } else { GuardedMemory(count: Self.size) }
    }

    /// - Parameter used: what has to be wiped.
    func give(back memory: GuardedMemory, used: Range<Int>) {
        memory.wipe(used)
        free.withLock { free in
            if free.count < most { free.append(memory) }
        }
    }
}

/// Guarded memory that is there only while it is needed.
final class GuardedMemory: @unchecked Sendable {
    // Sendable: whoever has it has it alone.
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
