import Dispatch
import Synchronization

/// The turn of the thread of this process that derives a key.
///
/// A derivation takes too long for a fork to wait for it (``ForkGuard``), and the child of a fork has the turn as it was, without the
/// thread that would give it back. So the child has one of its own.
final class DerivationTurn: Sendable {
    fileprivate struct State {
        var generation: Int
        var semaphore = DispatchSemaphore(value: 1)
        /// Those of processes before a fork: one that is taken must not be freed.
        var former: [DispatchSemaphore] = []
    }

    private let state: Mutex<State>
    private let generation: @Sendable () -> Int

    /// - Parameter generation: the number of forks so far; replaced only in tests.
    init(generation: @escaping @Sendable () -> Int = { ForkGuard.generation }) {
        self.generation = generation
        state = Mutex(State(generation: generation()))
    }

    /// Waits for the turn.
    ///
    /// - Returns: what to signal when it is over.
    func take() -> DispatchSemaphore {
        let semaphore = ForkGuard.withForksBlocked { state.withLock { $0.semaphore(generation()) } }
        semaphore.wait()
        return semaphore
    }
}

extension DerivationTurn.State {
    fileprivate mutating func semaphore(_ present: Int) -> DispatchSemaphore {
        if present != generation {
            former.append(semaphore)
            (generation, semaphore) = (present, DispatchSemaphore(value: 1))
        }
        return semaphore
    }
}
