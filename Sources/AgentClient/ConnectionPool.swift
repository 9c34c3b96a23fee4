import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import Synchronization

/// The connections of this process to one agent, under one set of access groups.
///
/// Every request has a connection to itself, so that one which waits for a person delays no other. Connections are kept for the
/// next request. A child process after a fork makes its own.
package final class ConnectionPool: Sendable {
    private static let mostIdle = 8
    /// At once; the agent allows a few more.
    private static let mostInUse = 64

    private struct State: Sendable {
        var idle: [AgentConnection] = []
        /// Of the process that the connections belong to.
        var generation = ForkGuard.generation
        var limiter = DispatchSemaphore(value: mostInUse)
    }

    let path: String
    let groups: [String]
    private let state = Mutex(State())
    private let isAbsent = Atomic(false)

    package init(path: String, groups: [String]) {
        self.path = path
        self.groups = groups
    }

    /// The way to the user's agent.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: a `KeychainError` if there is one that does not want this program.
    package static func ofUser(groups: [String]) throws(KeychainError) -> ConnectionPool? {
        guard let path = SocketPath.serving() else { return nil }
        let pool = ConnectionPool(path: path, groups: groups)
        do {
            _ = try pool.connect()
        } catch let error as KeychainError {
            throw error
        } catch {
            return try AgentConnection.nobody(at: path)
        }
        return pool
    }

    /// Whether the last attempt to reach the agent found none.
    var foundNobody: Bool { isAbsent.load(ordering: .relaxed) }

    /// Makes sure that there is an agent which wants this program.
    ///
    /// - Returns: what it said at the beginning.
    /// - Throws: ``AgentIsAbsent``, or a `KeychainError`.
    func connect() throws -> WireWelcome {
        let connection = try make()
        give(back: connection)
        return connection.welcome
    }

    /// Runs `body` with a connection of its own.
    ///
    /// An agent that was restarted is noticed by a connection that has ended: then `body` runs once more with a new one, unless
    /// it may have changed something already.
    ///
    /// - Parameters:
    ///   - isChange: whether it matters if the request is carried out twice.
    /// - Throws: what `body` throws; `.notAvailable` if the agent cannot be reached.
    package func withConnection<Result>(
        isChange: Bool, _ body: (AgentConnection) throws -> Result
    ) throws(KeychainError) -> Result {
        do {
            // With a place that is free, which is nearly always, in one go.
            let (limiter, hasPlace, idle) = current { state in
                let hasPlace = state.limiter.wait(timeout: .now()) == .success
                return (state.limiter, hasPlace, hasPlace ? state.idle.popLast() : nil)
            }
            if !hasPlace { limiter.wait() }
            defer { limiter.signal() }
            let taken = if hasPlace { idle } else { takeIdle() }
            guard let kept = taken else { return try run(body, on: make()) }
            do {
                return try run(body, on: kept)
            } catch let interruption as AgentConnection.Interruption
                where interruption.cause == .closed && !(isChange && interruption.wasSent)
            {
                dropIdle()
                return try run(body, on: make())
            }
        } catch {
            throw translate(error)
        }
    }

    /// Sends a request that is answered by one reply.
    ///
    /// - Parameter read: what is wanted of the reply; nil for one that is not the answer.
    /// - Throws: as ``withConnection(isChange:_:)``.
    package func answer<Value>(
        to body: WireRequest.OneOf_Body, _ secrets: [UnsafeRawBufferPointer] = [], isChange: Bool,
        _ read: (WireReply.OneOf_Body) throws -> Value?
    ) throws(KeychainError) -> Value {
        try withConnection(isChange: isChange) { connection in
            var value: Value?
            try connection.exchange(body, secrets) { reply, _, _ in
                value = try read(reply)
                return value != nil
            }
            guard let value else { throw KeychainError.unreadable("no answer where one belongs") }
            return value
        }
    }

    /// Sends a request to which there is nothing to say but that it was done.
    package func perform(
        _ body: WireRequest.OneOf_Body, _ secrets: [UnsafeRawBufferPointer] = [], isChange: Bool
    ) throws(KeychainError) {
        try answer(to: body, secrets, isChange: isChange) { if case .done = $0 { () } else { nil } }
    }

    /// Runs `body` with a new connection, which is closed behind it.
    ///
    /// - Throws: as ``withConnection(isChange:_:)``.
    package func withNewConnection<Result>(_ body: (AgentConnection) throws -> Result) throws(KeychainError) -> Result {
        do { return try body(make()) } catch { throw translate(error) }
    }

    /// Sends a request that waits for a person, and has it called off when `cancellation` says so.
    ///
    /// - Throws: as ``withConnection(isChange:_:)``; what the cancellation says it was.
    package func perform(
        _ body: WireRequest.OneOf_Body, _ cancellation: AuthenticationCancellation
    ) throws(KeychainError) {
        let connection = try makeConnection()
        // The agent notices that the connection has ended.
        cancellation.onCancel { shutdown(connection.descriptor, Int32(SHUT_RDWR)) }
        do throws(KeychainError) {
            try perform(body, [], on: connection) { if case .done = $0 { true } else { false } }
        } catch {
            guard let cause = cancellation.cause else { throw error }
            throw KeychainError(AuthenticationError(cause, "the request was called off"))
        }
    }

    /// A connection that is nobody else's.
    ///
    /// - Throws: as ``withConnection(isChange:_:)``.
    func makeConnection() throws(KeychainError) -> AgentConnection {
        do {
            return try make()
        } catch {
            throw translate(error)
        }
    }

    /// Sends a request on such a connection.
    ///
    /// - Parameter isAnswer: whether a reply is the answer.
    /// - Throws: as ``withConnection(isChange:_:)``.
    func perform(
        _ body: WireRequest.OneOf_Body, _ secrets: [UnsafeRawBufferPointer], on connection: AgentConnection,
        _ isAnswer: (WireReply.OneOf_Body) -> Bool
    ) throws(KeychainError) {
        do {
            try connection.exchange(body, secrets) { reply, _, _ in isAnswer(reply) }
        } catch {
            throw translate(error)
        }
    }

    private func run<Result>(_ body: (AgentConnection) throws -> Result, on connection: AgentConnection) throws
        -> Result
    {
        do {
            let result = try body(connection)
            give(back: connection)
            return result
        } catch let error as KeychainError {
            // An answer like any other: the connection is as good as before.
            give(back: connection)
            throw error
        }
    }

    private func make() throws -> AgentConnection {
        do {
            let connection = try connectOnceMore()
            isAbsent.store(false, ordering: .relaxed)
            return connection
        } catch {
            if error is AgentIsAbsent { isAbsent.store(true, ordering: .relaxed) }
            throw error
        }
    }

    /// A process of the system service's that ends for want of work may take a connection with it: the next one gets another.
    private func connectOnceMore() throws -> AgentConnection {
        do {
            return try AgentConnection(path: path, groups: groups)
        } catch let absent as AgentIsAbsent where absent.code == ECONNRESET && path == SystemLocations.socket {
            return try AgentConnection(path: path, groups: groups)
        }
    }

    private func translate(_ error: any Error) -> KeychainError {
        switch error {
        case let error as KeychainError: return error
        case let interruption as AgentConnection.Interruption:
            isAbsent.store(true, ordering: .relaxed)
            guard interruption.wasSent else { break }
            return KeychainError(
                .notAvailable, "the agent ended before it answered; whether it did what was asked is not known",
                remedy: "look, and ask again if need be")
        default: break
        }
        var absent = KeychainError(
            .notAvailable, "the agent cannot be reached",
            remedy: path == SystemLocations.socket
                ? "start it with: systemctl start chatelaine-system.socket"
                : "start it with “chatelaine agent” or “systemctl --user start chatelaine.socket”")
        absent.wasNeverAsked = true
        return absent
    }

    // MARK: - Connections at rest

    /// Runs `body` on what belongs to this process.
    private func current<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        // A fork in the middle of it would leave the child with a lock that nobody gives back.
        ForkGuard.whileHoldingOff {
            state.withLock { state in
                if state.generation != ForkGuard.generation { state = State() }
                return body(&state)
            }
        }
    }

    private func takeIdle() -> AgentConnection? { current { $0.idle.popLast() } }

    private func give(back connection: AgentConnection) {
        current { state in
            if state.idle.count < Self.mostIdle { state.idle.append(connection) }
        }
    }

    private func dropIdle() { current { $0.idle = [] } }
}
