import Synchronization

/// The memory that all connections of an agent may take together: for frames that are coming, the work on them, and answers.
///
/// Small amounts and large ones have parts of their own, so that a small request never waits for a large one. An amount that does not fit
/// waits for its turn. The next one to get memory is that of the session that holds least, and of these the first that came.
package final class MemoryBudget: Sendable {
    /// The bytes for all amounts above ``smallSize``: as much as the largest request takes.
    package static let large = cost(of: FrameHeader.maximumBodySize)
    /// The bytes for all amounts up to ``smallSize``.
    package static let small = 4 << 20
    /// The largest amount that counts as small, in bytes.
    package static let smallSize = 64 << 10

    /// Returns what a large request of `size` bytes takes while it is done: beside the bytes that came there are at times the same once
    /// more in the clear and once sealed.
    package static func cost(of size: Int) -> Int { 3 * size }

    struct State {
        var small = 0
        var large = 0
        /// The bytes that each session holds.
        var sessions: [Int32: Int] = [:]
        var waiting: [Waiting] = []
        /// The loans that depend on what a program does.
        var slow: [ObjectIdentifier: Slow] = [:]
    }

    struct Slow {
        let connection: UInt64
        let since: UInt64
    }

    struct Waiting {
        let loan: MemoryLoan
        let count: Int
        let wake: @Sendable () -> Void
    }

    let state = Mutex(State())

    package init() {}

    /// The bytes that are lent.
    package var used: Int { state.withLock { $0.small + $0.large } }

    /// Whether a loan waits for memory that others hold.
    package var isShort: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// The number of loans that wait.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns the connections whose programs have kept memory since `time` or longer, by not sending the rest of a frame or not taking
    /// their answer, while others wait for it.
    package func slowHolders(since time: UInt64) -> [UInt64] {
        state.withLock { state in
            state.waiting.isEmpty ? [] : state.slow.values.filter { $0.since <= time }.map(\.connection)
        }
    }

    /// Changes what a loan has, and lends what that frees to those who wait.
    ///
    /// - Returns: false if there is no room.
    func change(_ loan: MemoryLoan, to count: Int) -> Bool {
        let (isDone, woken) = state.withLock { state in
            // Those who came before are not overtaken.
            let isFirst = !state.waiting.contains { Self.isSmall($0.count) == Self.isSmall(count) }
            guard count <= loan.lent || isFirst, state.set(loan, count) else { return (false, [Waiting]()) }
            return (true, state.lendToWaiting())
        }
        for waiting in woken { waiting.wake() }
        return isDone
    }

    /// Has `wake` called when a loan has got `count` bytes, or when ``MemoryLoan/stopWaiting()`` is called.
    func wait(_ loan: MemoryLoan, for count: Int, wake: @escaping @Sendable () -> Void) {
        let woken = state.withLock { state in
            loan.hasStopped = false
            state.waiting.append(Waiting(loan: loan, count: count, wake: wake))
            return state.lendToWaiting()
        }
        for waiting in woken { waiting.wake() }
    }

    /// Ends the waiting of a connection, if it waits: it is refused.
    package func stopWaiting(_ connection: UInt64) {
        let gone = state.withLock { state in
            let gone = state.waiting.filter { $0.loan.connection == connection }
            state.waiting.removeAll { $0.loan.connection == connection }
            for waiting in gone { waiting.loan.hasStopped = true }
            return gone
        }
        for waiting in gone { waiting.wake() }
    }

    static func isSmall(_ count: Int) -> Bool { count <= smallSize }
}

extension MemoryBudget.State {
    /// - Returns: false if there is no room.
    mutating func set(_ loan: MemoryLoan, _ count: Int) -> Bool {
        let (small, large) = (self.small - part(loan.lent, true), self.large - part(loan.lent, false))
        let (newSmall, newLarge) = (small + part(count, true), large + part(count, false))
        let isMore = count > loan.lent
        guard !isMore || newSmall <= MemoryBudget.small && newLarge <= MemoryBudget.large else { return false }
        (self.small, self.large) = (newSmall, newLarge)
        let held = (sessions[loan.session] ?? 0) - loan.lent + count
        sessions[loan.session] = held > 0 ? held : nil
        loan.lent = count
        if count == 0 { slow[ObjectIdentifier(loan)] = nil }
        return true
    }

    private func part(_ count: Int, _ small: Bool) -> Int { MemoryBudget.isSmall(count) == small ? count : 0 }

    /// Lends to those who wait, as far as there is room for the next of them.
    mutating func lendToWaiting() -> [MemoryBudget.Waiting] {
        var woken: [MemoryBudget.Waiting] = []
        for isSmall in [true, false] {
            while let index = next(isSmall), set(waiting[index].loan, waiting[index].count) {
                woken.append(waiting.remove(at: index))
            }
        }
        return woken
    }

    private func next(_ isSmall: Bool) -> Int? {
        waiting.indices.filter { MemoryBudget.isSmall(waiting[$0].count) == isSmall }.min { one, other in
            let (held, more) = (sessions[waiting[one].loan.session] ?? 0, sessions[waiting[other].loan.session] ?? 0)
            return held == more ? one < other : held < more
        }
    }
}

/// The part of a ``MemoryBudget`` that one connection has. It is given back when the last reference to it goes.
package final class MemoryLoan: @unchecked Sendable {
    // Sendable: `lent` and `hasStopped` are accessed under the budget's lock, the rest by the one thread that has the connection.
    private let budget: MemoryBudget
    let connection: UInt64
    let session: Int32
    var lent = 0
    fileprivate(set) var hasStopped = false
    /// The bytes that there was no room for.
    package private(set) var shortage: Int?

    /// - Parameters:
    ///   - connection: its number.
    ///   - session: the terminal session of its process.
    package init(_ budget: MemoryBudget, connection: UInt64, session: Int32) {
        (self.budget, self.connection, self.session) = (budget, connection, session)
    }

    deinit { if lent > 0 { _ = budget.change(self, to: 0) } }

    /// The bytes that it has.
    package var count: Int { budget.state.withLock { _ in lent } }

    /// Whether it was taken from the waiting ones before there was room.
    package var isRefused: Bool { budget.state.withLock { _ in hasStopped } }

    /// Makes it at least `count` bytes.
    ///
    /// - Returns: false if there is no room for that now; ``shortage`` says for how much.
    package func grow(to count: Int) -> Bool {
        if self.count >= count || budget.change(self, to: count) {
            shortage = nil
            return true
        }
        shortage = count
        return false
    }

    /// Gives back all but `count` bytes.
    package func shrink(to count: Int) { if self.count > count { _ = budget.change(self, to: count) } }

    /// Notes whether what it is for depends on what the program does: sends the rest of a frame, or takes an answer.
    ///
    /// - Parameter time: since when it does, in nanoseconds of ``Clock.sinceBoot``; nil: it does not.
    package func dependsOnProgram(since time: UInt64?) {
        budget.state.withLock { state in
            let id = ObjectIdentifier(self)
            guard let time, lent > 0 else {
                state.slow[id] = nil
                return
            }
            if state.slow[id] == nil { state.slow[id] = MemoryBudget.Slow(connection: connection, since: time) }
        }
    }

    /// Waits for the bytes that there was no room for.
    ///
    /// - Parameter wake: called once, on any thread: it has them, or is refused.
    package func wait(wake: @escaping @Sendable () -> Void) {
        guard let shortage else { return wake() }
        budget.wait(self, for: shortage, wake: wake)
    }

    /// Ends its waiting, if it waits: it is refused.
    package func stopWaiting() { budget.stopWaiting(connection) }

    /// Returns an empty one for the same connection.
    func next() -> MemoryLoan { MemoryLoan(budget, connection: connection, session: session) }
}
