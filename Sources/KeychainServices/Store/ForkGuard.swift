import CLinux
import Glibc
import Synchronization

/// Prevents SQLite connections from being used across a fork.
///
/// SQLite's locks belong to a process, and fork() copies its tables of them: a connection that is open in both processes corrupts
/// the file sooner or later. So before a fork the process waits for the operations in progress and closes every keychain; parent and
/// child open them again at their next use. `posix_spawn`, which Foundation's `Process` uses, runs no fork handlers and needs none.
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

    /// The number of forks between this process and the one that first called ``withForksBlocked(_:)``. State that was made under
    /// another number belongs to another process. Reading the process id instead would cost a system call.
    package static var generation: Int { forks.load(ordering: .relaxed) }

    private static func initialize(_ lock: UnsafeMutablePointer<pthread_rwlock_t>) {
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        // Otherwise a stream of readers could block a fork forever.
        pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
        pthread_rwlock_init(lock, &attributes)
        pthread_rwlockattr_destroy(&attributes)
    }

    /// Calls `body` while no fork can happen. Must not be nested: a fork that waits in between would block both.
    package static func withForksBlocked<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}
