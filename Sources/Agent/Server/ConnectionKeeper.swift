import AgentProtocol
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
                descriptor: descriptor, id: table.makeID(), buffers: buffers,
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
        connection.socket.noteEnd()
        connectionEnded(connection.id)
        if table.isEmpty { idleExit.start() }
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
        let next = table.hangUp(after: Clock.sinceBoot)
        if let next { deadlines.set(after: next) }
        poller.rearm(deadlines.descriptor, id: ServerEvent.deadlines)
    }
}
