import Synchronization

/// The connection by which keychains are being moved to this agent. Until the end of the move nothing else is changed here.
final class MoveState: Sendable {
    /// The number of the connection; 0 for none.
    private let mover = Atomic<Poller.ID>(0)
    private let isFinished = Atomic(false)

    var isUnderWay: Bool { mover.load(ordering: .acquiring) != 0 }

    func isMover(_ id: Poller.ID) -> Bool { mover.load(ordering: .acquiring) == id }

    /// - Returns: whether the move belongs to the connection; false if another connection has begun one.
    func begin(by id: Poller.ID) -> Bool {
        let (_, before) = mover.compareExchange(expected: 0, desired: id, ordering: .acquiringAndReleasing)
        return before == 0 || before == id
    }

    /// Marks the move as complete. The agent ends: it must not change what is about to be replaced.
    func finish() { isFinished.store(true, ordering: .releasing) }

    /// Ends the move of a connection.
    ///
    /// - Parameter abandon: forgets what has come so far.
    func end(by id: Poller.ID, _ abandon: () -> Void) {
        guard isMover(id), !isFinished.load(ordering: .acquiring) else { return }
        abandon()
        mover.store(0, ordering: .releasing)
    }
}
