import AgentProtocol
import KeychainServices
import LinuxSupport
import Synchronization

/// Serves a connection that has something to read: one frame after another, until it is another's turn.
final class ConnectionLoop: Sendable {
    private let connections: ConnectionKeeper
    private let inspection: ProgramInspection
    private let looks = LookThreads()
    private let greeter: Greeter
    private let requests: RequestRunner
    private let stopSignal: StopSignal
    /// The most threads that wait for one connection alone.
    private let mostLingering: Int
    private let lingering = Atomic(0)
    /// The requests of one connection that a thread serves before it looks for others.
    private static let mostInTurn = 64
    /// The nanoseconds after which no further one begins: some calculate as long as ten others.
    private static let turn: UInt64 = 2_000_000

    init(
        _ connections: ConnectionKeeper, _ inspection: ProgramInspection, _ greeter: Greeter,
        _ requests: RequestRunner, _ stopSignal: StopSignal, workers: Int
    ) {
        self.connections = connections
        self.inspection = inspection
        self.greeter = greeter
        self.requests = requests
        self.stopSignal = stopSignal
        mostLingering = workers / 2
    }

    func serve(_ id: Poller.ID) {
        guard let connection = connections.table.take(id) else { return }
        guard inspection.isDue(for: connection) else { return serve(connection, mayLook: false) }
        looks.run(for: connection.owner) { [self] in
            // Older than any that counts.
            connection.lookedAt = 0
            serve(connection, mayLook: true)
        }
    }

    /// - Parameter mayLook: whether this thread may look at the program: then it is one of ``LookThreads``.
    private func serve(_ connection: Connection, mayLook: Bool) {
        do throws(FrameError) {
            var usedAt: UInt64?
            var served = 0
            var isThere = try connection.reader.fill(from: connection.descriptor, waits: false)
            let begun = Clock.sinceBoot
            // Others have their turn as well: the timers, the end of the agent.
            while isThere, served < Self.mostInTurn, (usedAt ?? begun) &- begun < Self.turn, !stopSignal.isSet,
                mayLook || !inspection.isDue(for: connection)
            {
                served += 1
                // A batch has a deadline as a whole.
                if !connection.isInBatch { connections.clearDeadline(of: connection) }
                // The times of the requests of a program are in the order in which it sent them, however soon it gets its answers.
                usedAt = Clock.sinceBoot
                guard try handleFrame(connection) == .proceed else { return }
                // The next request has an event of its own, unless it came with this one or comes at once; the parts of a batch
                // follow each other.
                if connection.isInBatch || connection.reader.hasMore {
                    isThere = try connection.reader.fill(from: connection.descriptor, waits: false)
                } else {
                    isThere = if connection.isReady { try linger(connection) } else { false }
                }
            }
            if connection.reader.isInFrame || !connection.isReady || connection.isInBatch {
                connections.watchDeadline(of: connection)
            }
            connection.reader.noteProgress(at: Clock.sinceBoot)
            guard !connection.reader.lacksMemory else {
                // It could wait for what its own batch has.
                try requests.refuseBatch(on: connection)
                return connections.waitForMemory(connection, lastUsedAt: usedAt)
            }
            connections.rearm(connection, lastUsedAt: usedAt)
        } catch {
            connections.remove(connection)
        }
    }

    /// Takes the frame that has come, and does what it asks.
    ///
    /// - Throws: an error that ends the connection.
    private func handleFrame(_ connection: Connection) throws(FrameError) -> NextStep {
        if let caller = connection.caller { return try requests.run(on: connection, caller) }
        switch connection.phase {
        case .greeting:
            try greeter.greet(connection)
            return .proceed
        case .proving(let nonce, let wanted, let program):
            return try greeter.checkProof(on: connection, nonce, wanted, program)
        }
    }

    /// Waits a moment for the next request of a program that was just answered: one that asks again and again is then served
    /// without a detour over the poller. Only as long as enough threads wait for the others.
    ///
    /// - Returns: whether it has come.
    private func linger(_ connection: Connection) throws(FrameError) -> Bool {
        defer { lingering.subtract(1, ordering: .relaxed) }
        guard lingering.add(1, ordering: .relaxed).newValue <= mostLingering else { return false }
        return try connection.reader.waitForData(on: connection.descriptor)
    }
}
