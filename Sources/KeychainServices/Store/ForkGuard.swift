import CLinux
import Glibc
import Synchronization

/// Keeps SQLite connections from crossing a fork.
///
/// SQLite's locks belong to a process and its tables of them are copied by fork(): a connection that is open in both
/// processes corrupts the file sooner or later. So before a fork the process waits for the operations under way and closes
/// every keychain; parent and child open them again at their next use. `posix_spawn`, which Foundation's `Process` uses,
/// runs no handlers and needs none.
package enum ForkGuard {
    private nonisolated(unsafe) static let lock: UnsafeMutablePointer<pthread_rwlock_t> = {
        let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
        initialize(lock)
        _ = clinux_at_fork(
            {
                pthread_rwlock_wrlock(ForkGuard.lock)
                StoreRegistry.shared.suspendAll()
            },
            { pthread_rwlock_unlock(ForkGuard.lock) },
            {
                initialize(ForkGuard.lock)
                forks.add(1, ordering: .relaxed)
            })
        return lock
    }()

    private static let forks = Atomic(0)

    /// How many forks lie between this process and the one that called ``whileHoldingOff(_:)`` first: what was made under another number
    /// is another process's. Asking for the process id would be a system call.
    package static var generation: Int { forks.load(ordering: .relaxed) }

    private static func initialize(_ lock: UnsafeMutablePointer<pthread_rwlock_t>) {
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        // Else a stream of readers keeps a fork waiting for ever.
        pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
        pthread_rwlock_init(lock, &attributes)
        pthread_rwlockattr_destroy(&attributes)
    }

    /// Runs `body`, during which no fork happens. Must not be nested: a fork that waits in between would block both.
    package static func whileHoldingOff<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}
