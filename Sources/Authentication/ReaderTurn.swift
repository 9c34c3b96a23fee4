import Synchronization

/// One evaluation at a time has the reader; the others wait in the order in which they came.
package final class ReaderTurn: Sendable {
    private struct State {
        var next: UInt64 = 0
        /// The first has the reader.
        var waiting: [(ticket: UInt64, isNext: @Sendable () -> Void)] = []
    }
    private let state = Mutex(State())

    package init() {}

    /// Takes a place.
    ///
    /// - Parameter isNext: called when the reader is free; at once if it is now.
    /// - Returns: what ``leave(_:)`` takes.
    func enter(_ isNext: @escaping @Sendable () -> Void) -> UInt64 {
        let (ticket, isFirst) = state.withLock { state in
            state.next += 1
            state.waiting.append((state.next, isNext))
            return (state.next, state.waiting.count == 1)
        }
        if isFirst { isNext() }
        return ticket
    }

    /// Gives the place up, wherever it is.
    func leave(_ ticket: UInt64) {
        let next = state.withLock { state -> (@Sendable () -> Void)? in
            let wasFirst = state.waiting.first?.ticket == ticket
            state.waiting.removeAll { $0.ticket == ticket }
            return wasFirst ? state.waiting.first?.isNext : nil
        }
        next?()
    }
}
