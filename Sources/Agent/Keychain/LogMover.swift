import Dispatch
import KeychainServices
import Synchronization

/// Moves changes from the logs of keychains to the files, so that the files alone are complete copies.
///
/// What the command line has changed is moved before it gets its answer: when a command has ended, its user may copy the file. Other
/// programs do not wait. Their changes are moved together: after a pause, or every two seconds while requests come without one
/// (Docs/decisions/0066-the-file-alone-with-an-agent.md).
final class LogMover: Sendable {
    /// Runs from a request until the requests since then were too long ago. An idle agent has no timer.
    let timer: Timer
    /// Where the agent's keychains are; `nil`: in memory.
    private let root: KeychainRoot?
    private let interval: UInt64
    private let queue: DispatchQueue
    private let state = Atomic(State.idle)

    private enum State: UInt8, AtomicRepresentable {
        /// The timer is not set.
        case idle
        /// The timer is set.
        case waiting
        /// The timer is set, and requests have come since then.
        case busy
    }

    /// - Parameters:
    ///   - root: where the agent's keychains are; `nil`: in memory.
    ///   - second: the nanoseconds of a second; fewer in tests.
    ///   - queue: the queue on which keychains are changed.
    init(_ root: KeychainRoot?, second: UInt64, queue: DispatchQueue) throws(KeychainError) {
        self.root = root
        timer = try Timer()
        // Longer than the second after which the audit log is written, which changes the agent's records.
        interval = 2 &* second
        self.queue = queue
    }

    /// Notes that work was done, whose answer has not been sent yet.
    func noteDone(_ work: Work, by program: Program) {
        if program.isCommandLine, !work.executor.onlyReads { moveChanges() }
        noteUse()
    }

    private func moveChanges() {
        if let root { KeychainLog.moveChanges(in: root) }
    }

    private func noteUse() {
        let (isFirst, found) = state.compareExchange(expected: .idle, desired: .waiting, ordering: .relaxed)
        if isFirst { return timer.set(after: interval) }
        // Not stored: the timer may just have found that there was no other request.
        if found == .waiting { _ = state.compareExchange(expected: .waiting, desired: .busy, ordering: .relaxed) }
    }

    /// Handles the event of the timer.
    func intervalIsOver() {
        timer.acknowledge()
        queue.async { self.moveChanges() }
        let (wasWaiting, _) = state.compareExchange(expected: .waiting, desired: .idle, ordering: .relaxed)
        guard !wasWaiting else { return }
        state.store(.waiting, ordering: .relaxed)
        timer.set(after: interval)
    }
}
