import AgentProtocol
import Dispatch
import Glibc
import KeychainServices
import LinuxSupport

/// Admits connections, arms them for their next request, and removes them.
final class ConnectionKeeper: Sendable {
    let table: ConnectionTable
    private let configuration: AgentServer.Configuration
    private let poller: Poller
    private let idleExit: IdleExit
    private let deadlines: Timer
    /// Buffers for the threads that wait, and for replies in flight.
    private let buffers: GuardedBufferPool
    /// The memory of all connections together.
    private let memory = MemoryBudget()
    /// Makes handlers forget their state of a connection.
    private let connectionEnded: @Sendable (Poller.ID) -> Void

    init(
        _ configuration: AgentServer.Configuration, _ table: ConnectionTable, _ poller: Poller, _ idleExit: IdleExit,
        workers: Int, connectionEnded: @escaping @Sendable (Poller.ID) -> Void
    ) throws(KeychainError) {
        self.configuration = configuration
        self.table = table
        self.poller = poller
        self.idleExit = idleExit
        self.connectionEnded = connectionEnded
        buffers = GuardedBufferPool(maximumCount: 2 * workers)
        deadlines = try Timer()
        try poller.add(deadlines.descriptor, id: ServerEvent.deadlines, once: true)
    }

    /// Takes over the descriptor of a new connection.
    func admit(_ descriptor: Int32) {
        guard
            let connection = try? Connection(
                descriptor: descriptor, id: table.makeID(), buffers: buffers, memory: memory,
                findsPeerByNumber: configuration.findsPeersByNumber),
            connection.credentials.uid == configuration.user
        else { return }
        let (isAdmitted, gone) = table.insert(connection)
        guard isAdmitted else { return }
        if let gone { remove(gone) }
        idleExit.stop()
        watchDeadline(of: connection)
        if (try? poller.add(descriptor, id: connection.id, once: true)) == nil { remove(connection) }
    }

    /// Waits for the next request of a connection.
    ///
    /// - Parameter time: of the last request, in nanoseconds of ``Clock.sinceBoot``; `nil` for now.
    func rearm(_ connection: Connection, lastUsedAt time: UInt64? = nil) {
        table.note(connection.id, connection.isReady ? .atRest : .greeting, since: time)
        poller.rearm(connection.descriptor, id: connection.id, atOnce: connection.reader.hasMore)
    }

    /// Ends the turn of a thread that has got a connection from another: sends, and waits for the next request.
    func finish(_ connection: Connection, _ send: () throws(FrameError) -> Void) {
        do throws(FrameError) {
            try send()
            rearm(connection)
        } catch {
            remove(connection)
        }
    }

    func remove(_ connection: Connection) {
        connection.socket.hangUp()
        poller.remove(connection.descriptor)
        table.remove(connection.id)
        memory.stopWaiting(connection.id)
        connection.socket.noteEnd()
        connectionEnded(connection.id)
        if table.isEmpty { idleExit.start() }
    }

    // MARK: - Memory

    /// Has a connection wait until there is memory for the rest of its frame; its deadline stays.
    func waitForMemory(_ connection: Connection, lastUsedAt time: UInt64?) {
        // What has come of a frame before it was clear how long it is stays in memory of the pool, which is not counted.
        guard let loan = connection.reader.loan, memory.waitingCount < Self.mostWaiting else {
            return remove(connection)
        }
        loan.wait { [self] in rearm(connection, lastUsedAt: time) }
        hurrySlowPrograms()
    }

    /// The most connections that wait for memory.
    private static let mostWaiting = 128

    /// Waits until there is memory for a request, at most as long as a program has for a frame.
    ///
    /// - Returns: whether it is there.
    func waitForMemory(_ loan: MemoryLoan) -> Bool {
        let event = DispatchSemaphore(value: 0)
        loan.wait { event.signal() }
        hurrySlowPrograms()
        if event.wait(timeout: .now() + .nanoseconds(Int(clamping: configuration.frameTime))) == .timedOut {
            loan.stopWaiting()
        }
        return !loan.isRefused
    }

    /// Programs that hold memory, and do not do what would free it, have less time while others wait for it.
    private func hurrySlowPrograms() {
        if memory.isShort { deadlines.set(after: configuration.memoryTime) }
    }

    /// - Returns: nanoseconds until the next look, or `nil` if no connection waits for memory.
    private func hangUpOnHolders(at now: UInt64) -> UInt64? {
        for id in memory.slowHolders(since: now - min(now, configuration.memoryTime)) { table.hangUp(id) }
        return memory.isShort ? configuration.memoryTime : nil
    }

    // MARK: - Deadlines

    /// Limits the time that a program has for its greeting, or for the rest of a frame.
    func watchDeadline(of connection: Connection) {
        connection.hasDeadline = true
        if table.setDeadline(of: connection.id, Clock.sinceBoot + configuration.frameTime) {
            deadlines.set(after: configuration.frameTime)
        }
    }

    func clearDeadline(of connection: Connection) {
        if connection.hasDeadline { table.clearDeadline(of: connection.id) }
        connection.hasDeadline = false
    }

    /// Handles the event of the deadlines.
    func hangUpOnSlowConnections() {
        deadlines.acknowledge()
        let now = Clock.sinceBoot
        let next = [table.hangUp(after: now), hangUpOnHolders(at: now)].compactMap { $0 }.min()
        if let next { deadlines.set(after: next) }
        poller.rearm(deadlines.descriptor, id: ServerEvent.deadlines)
    }
}
