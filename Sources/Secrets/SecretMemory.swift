import CSodium
import Glibc
import Synchronization

/// The guarded memory of this process, and what happens when the system gives no more of it.
///
/// An allocation of a few bytes cannot be refused everywhere: each key would become a throwing call. So requests are refused before they
/// begin (``hasRoom(for:)``), those that have begun are finished from a reserve, and a program without one ends with a reason
/// (Docs/decisions/0060).
package enum SecretMemory {
    private struct Reserve {
        var isKept = false
        var memory: UnsafeMutableRawPointer?

        /// Takes the reserve again if it was used; false if there is no memory for it.
        mutating func refill() -> Bool {
            if isKept, memory == nil { memory = sodium_malloc(SecretMemory.reserveSize) }
            return !isKept || memory != nil
        }
    }

    private static let reserveSize = 256 << 10
    /// Above this size memory is tried before it is needed.
    private static let small = 64 << 10
    private static let reserve = Mutex(Reserve())
    private static let endsProgram = Atomic<Bool>(false)

    /// Keeps a reserve, in a process that serves others: requests that have begun when memory runs out are finished from it.
    package static func keepReserve() {
        Sodium.start()
        _ = reserve.withLock { reserve in
            reserve.isKept = true
            return reserve.refill()
        }
    }

    /// Whether a request can begin: the reserve is there, and so is memory for two copies of a secret of `count` bytes.
    package static func hasRoom(for count: Int) -> Bool {
        guard reserve.withLock({ $0.refill() }) else { return false }
        guard count > small else { return true }
        guard count <= Int.max / 4, let probe = sodium_malloc(2 * count) else { return false }
        sodium_free(probe)
        return true
    }

    /// Ends this program with a reason on standard error, in place of a trap or an abort, if there is no guarded memory or no randomness.
    /// For programs only: a library does not decide how its process ends.
    package static func endProgramWithReason() {
        endsProgram.store(true, ordering: .relaxed)
        sodium_set_misuse_handler { SecretMemory.end("the system gives no random bytes") }
    }

    /// Returns memory for a secret of `count` bytes, to be released by ``release(_:_:)``.
    static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        guard count <= SpareBlocks.capacity else { return make(count) }
        return SpareBlocks.take(count) ?? SpareBlocks.placed(count, in: make(SpareBlocks.capacity))
    }

    /// Overwrites and releases the memory of a secret of `count` bytes.
    static func release(_ start: UnsafeMutableRawPointer, _ count: Int) {
        guard count <= SpareBlocks.capacity else { return sodium_free(start) }
        SpareBlocks.release(start, count)
    }

    private static func make(_ count: Int) -> UnsafeMutableRawPointer {
        if let memory = sodium_malloc(count) { return memory }
        reserve.withLock { reserve in
            if let memory = reserve.memory { sodium_free(memory) }
            reserve.memory = nil
        }
        guard let memory = sodium_malloc(count) else { end("there is not enough memory for secrets") }
        return memory
    }

    static func end(_ reason: StaticString) -> Never {
        guard endsProgram.load(ordering: .relaxed) else { fatalError("\(reason)") }
        // Without allocation: there may be no memory.
        for text: StaticString in [
            "chatelaine: ", reason, "\n  next: close other programs, or raise the limit of memory (ulimit -v)\n",
        ] {
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        }
        _exit(1)
    }
}
