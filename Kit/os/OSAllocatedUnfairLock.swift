/// A lock and the state that it protects.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Sendable: the state is accessed only under the lock.
    private let storage: Storage

    private final class Storage {
        let lock: UnsafeMutablePointer<os_unfair_lock_s>
        var state: State

        init(_ state: State) {
            lock = .allocate(capacity: 1)
            lock.initialize(to: os_unfair_lock_s())
            self.state = state
        }

        deinit { lock.deallocate() }
    }

    /// Creates a lock for a state that need not be `Sendable`.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Runs `body` with the state while holding the lock.
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        os_unfair_lock_lock(storage.lock)
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Runs `body` with the state while holding the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Creates a lock for a state.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates a lock for state that the program stores elsewhere.
    public init() { self.init(uncheckedState: ()) }

    /// Runs `body` while holding the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try withLockUnchecked { _ in try body() }
    }

    /// Waits until the lock is free, and acquires it.
    public func lock() { os_unfair_lock_lock(storage.lock) }
    /// Releases the lock.
    public func unlock() { os_unfair_lock_unlock(storage.lock) }
}
