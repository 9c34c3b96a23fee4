import Synchronization

/// The queue for the reader: one evaluation at a time uses it; the others wait in the order of their arrival.
package final class ReaderQueue: Sendable {
    private struct State {
        var next: UInt64 = 0
        /// The first entry has the reader.
        var waiting: [(ticket: UInt64, isNext: @Sendable () -> Void)] = []
    }
    private let state = Mutex(State())

    package init() {}

    /// Joins the queue.
    ///
    /// - Parameter isNext: called when the reader is free; at once if it is now.
    /// - Returns: the ticket for ``leave(_:)``.
    func enter(_ isNext: @escaping @Sendable () -> Void) -> UInt64 {
        let (ticket, isFirst) = state.withLock { state in
            state.next += 1
            state.waiting.append((state.next, isNext))
            return (state.next, state.waiting.count == 1)
        }
        if isFirst { isNext() }
        return ticket
    }

    /// Leaves the queue, from any position.
    func leave(_ ticket: UInt64) {
        let next = state.withLock { state -> (@Sendable () -> Void)? in
            let wasFirst = state.waiting.first?.ticket == ticket
            state.waiting.removeAll { $0.ticket == ticket }
            return wasFirst ? state.waiting.first?.isNext : nil
        }
        next?()
    }
}
