import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import Synchronization

/// The connections of this process to one agent, with one set of access groups.
///
/// Every request has a connection to itself, so that a request that waits for the user delays no other. Connections are kept for the next
/// request. A child process makes new ones after a fork.
package final class ConnectionPool: Sendable {
    private static let mostIdle = 8
    /// The maximum number of connections in use at once; the agent allows a few more.
    private static let mostInUse = 64

    private struct State: Sendable {
        var idle: [AgentConnection] = []
        /// The fork generation of the process that the connections belong to.
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

    /// Returns a pool for the user's agent.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: a `KeychainError` if there is an agent that refuses this program.
    package static func ofUser(groups: [String]) throws(KeychainError) -> ConnectionPool? {
        guard let path = SocketPath.ofServingAgent() else { return nil }
        let pool = ConnectionPool(path: path, groups: groups)
        do {
            _ = try pool.connect()
        } catch let error as KeychainError {
            throw error
        } catch {
            return try AgentConnection.valueWithoutAgent(at: path)
        }
        return pool
    }

    /// Whether the last attempt to reach the agent found none.
    var foundNoAgent: Bool { isAbsent.load(ordering: .relaxed) }

    /// Connects to the agent, to check that it accepts this program.
    ///
    /// - Returns: the last message of its greeting.
    /// - Throws: ``AgentNotRunning``, or a `KeychainError`.
    func connect() throws -> WireWelcome {
        let connection = try make()
        release(connection)
        return connection.welcome
    }

    /// Runs `body` with exclusive use of a connection.
    ///
    /// A connection that has ended shows that the agent was restarted: then `body` runs once more with a new connection, unless it may
    /// already have changed something.
    ///
    /// - Parameters:
    ///   - isChange: whether carrying out the request twice would matter.
    /// - Throws: the errors of `body`; `.notAvailable` if the agent cannot be reached.
    package func withConnection<Result>(
        isChange: Bool, _ body: (AgentConnection) throws -> Result
    ) throws(KeychainError) -> Result {
        do {
            // The usual case in one step: a slot is free, and is taken together with an idle connection.
            let (limiter, hasSlot, idle) = current { state in
                let hasSlot = state.limiter.wait(timeout: .now()) == .success
                return (state.limiter, hasSlot, hasSlot ? state.idle.popLast() : nil)
            }
            if !hasSlot { limiter.wait() }
            defer { limiter.signal() }
            let taken = if hasSlot { idle } else { takeIdle() }
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
    /// - Parameter read: returns the value in the reply, or `nil` for a reply that is not the answer.
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
            guard let value else { throw KeychainError.unreadable("no answer") }
            return value
        }
    }

    /// Sends a request whose answer contains no value.
    package func perform(
        _ body: WireRequest.OneOf_Body, _ secrets: [UnsafeRawBufferPointer] = [], isChange: Bool
    ) throws(KeychainError) {
        try answer(to: body, secrets, isChange: isChange) { if case .done = $0 { () } else { nil } }
    }

    /// Sends a recovery key that the user has kept, with the request that makes one.
    ///
    /// - Throws: as ``withConnection(isChange:_:)``; `.unimplemented` if the agent would make another one.
    package func confirm(
        _ body: WireRequest.OneOf_Body, _ recoveryKey: UnsafeRawBufferPointer
    ) throws(KeychainError) {
        try withConnection(isChange: true) { connection in
            try connection.require(ProtocolVersion.confirmedRecoveryKeys)
            try connection.exchange(body, [recoveryKey]) { reply, _, _ in if case .done = reply { true } else { false }
            }
        }
    }

    /// Runs `body` with a new connection, which is closed afterwards.
    ///
    /// - Throws: as ``withConnection(isChange:_:)``.
    package func withNewConnection<Result>(_ body: (AgentConnection) throws -> Result) throws(KeychainError) -> Result {
        do { return try body(make()) } catch { throw translate(error) }
    }

    /// Sends a request that waits for the user, and cancels it if `cancellation` is cancelled.
    ///
    /// - Throws: as ``withConnection(isChange:_:)``; the cause of the cancellation.
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
            throw KeychainError(AuthenticationError(cause, "the request was cancelled"))
        }
    }

    /// Makes a connection that is not shared.
    ///
    /// - Throws: as ``withConnection(isChange:_:)``.
    func makeConnection() throws(KeychainError) -> AgentConnection {
        do {
            return try make()
        } catch {
            throw translate(error)
        }
    }

    /// Sends a request on an unshared connection.
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
            release(connection)
            return result
        } catch let error as KeychainError {
            // An error reply is an answer: the connection remains usable.
            release(connection)
            throw error
        }
    }

    private func make() throws -> AgentConnection {
        do {
            let connection = try connectWithRetry()
            isAbsent.store(false, ordering: .relaxed)
            return connection
        } catch {
            if error is AgentNotRunning { isAbsent.store(true, ordering: .relaxed) }
            throw error
        }
    }

    /// Connects, and tries once more if a process of the system service ends because it is idle while this connection is made.
    private func connectWithRetry() throws -> AgentConnection {
        do {
            return try AgentConnection(path: path, groups: groups)
        } catch let absent as AgentNotRunning where absent.code == ECONNRESET && path == SystemLocations.socket {
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
                .notAvailable,
                "the agent ended before it answered; it is not known whether the request was carried out",
                remedy: "check the result, and repeat the request if needed")
        default: break
        }
        var absent = KeychainError(
            .notAvailable, "the agent cannot be reached",
            remedy: path == SystemLocations.socket
                ? "start it with: systemctl start chatelaine-system.socket"
                : "start it with “chatelaine agent” or “systemctl --user start chatelaine.socket”")
        absent.wasNotDelivered = true
        return absent
    }

    // MARK: - Connections at rest

    /// Runs `body` on the state of this process.
    private func current<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        // A fork during `body` would leave the child with a lock that is never released.
        ForkGuard.withForksBlocked {
            state.withLock { state in
                if state.generation != ForkGuard.generation { state = State() }
                return body(&state)
            }
        }
    }

    private func takeIdle() -> AgentConnection? { current { $0.idle.popLast() } }

    private func release(_ connection: AgentConnection) {
        current { state in
            if state.idle.count < Self.mostIdle { state.idle.append(connection) }
        }
    }

    private func dropIdle() { current { $0.idle = [] } }
}
