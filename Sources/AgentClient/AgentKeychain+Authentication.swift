import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import Synchronization

/// The agent's counterpart of an authentication context of this process. It exists until its connection ends.
private final class AgentContext: AuthenticationLink {
    let id: UInt64
    let path: String
    private let connection: AgentConnection
    private struct State: Sendable {
        /// The application password that was sent to the agent.
        var password: ApplicationPassword?
        var hasEnded = false
    }
    private let state = Mutex(State())
    /// Held by the request that uses the connection.
    private let requestLock = NSLock()
    private let generation = ForkGuard.generation

    /// Begins a context in the agent, on a new connection.
    ///
    /// - Throws: the errors of a request.
    init(_ pool: ConnectionPool) throws(KeychainError) {
        path = pool.path
        let connection = try pool.makeConnection()
        var id: UInt64?
        try pool.perform(.beginContext(.init()), [], on: connection) { reply in
            guard case .context(let context) = reply else { return false }
            id = context.id
            return true
        }
        guard let id else { throw .unreadable("no context") }
        (self.connection, self.id) = (connection, id)
    }

    /// Whether it belongs to this process and has not ended.
    var isUsable: Bool { generation == ForkGuard.generation && !state.withLock { $0.hasEnded } }

    /// Ends the context. Safe while a request is waiting, which then ends.
    func end() {
        guard generation == ForkGuard.generation else { return }
        state.withLock { $0.hasEnded = true }
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }

    /// Sends an application password to the agent, unless it was sent before.
    func sendApplicationPassword(_ password: ApplicationPassword?, _ pool: ConnectionPool) throws(KeychainError) {
        guard state.withLock({ $0.password }) !== password else { return }
        let body = WireRequest.OneOf_Body.contextPassword(.with { $0.isSet = password != nil })
        if let password {
            try password.withUnsafeBytes { (bytes) throws(KeychainError) in try request(body, [bytes], pool) }
        } else {
            try request(body, [], pool)
        }
        state.withLock { $0.password = password }
    }

    func request(
        _ body: WireRequest.OneOf_Body, _ secrets: [UnsafeRawBufferPointer], _ pool: ConnectionPool
    ) throws(KeychainError) {
        requestLock.lock()
        defer { requestLock.unlock() }
        do throws(KeychainError) {
            try pool.perform(body, secrets, on: connection) { if case .done = $0 { true } else { false } }
        } catch {
            // An error reply is passed on. The end of the connection is not an error if this process has caused it.
            guard error.code == .notAvailable else { throw error }
            let wasEnded = state.withLock { state in
                defer { state.hasEnded = true }
                return state.hasEnded
            }
            guard wasEnded else { throw error }
            throw KeychainError(AuthenticationError(.appCancel, "the program cancelled the prompt"))
        }
    }
}

extension AgentKeychain {
    /// Returns the authentication as a message.
    func wire(_ authentication: Authentication) throws(KeychainError) -> WireAuthentication {
        let id = authentication.isKept ? try agentContext(authentication.context).id : 0
        return WireAuthentication(authentication, context: id)
    }

    private func agentContext(_ context: AuthenticationContext) throws(KeychainError) -> AgentContext {
        let path = pool.path
        let link = try context.link(where: { (link: AgentContext) in link.isUsable && link.path == path }) {
            () throws(KeychainError) in try AgentContext(pool)
        }
        try link.sendApplicationPassword(context.applicationPassword, pool)
        return link
    }

    func availableFactors(of context: AuthenticationContext) throws(KeychainError) -> AvailableFactors {
        try pool.answer(to: .biometry(.init()), isChange: false) {
            if case .biometry(let answer) = $0 { try answer.decoded() } else { nil }
        }
    }

    func show(
        _ demand: AuthenticationDemand, in context: AuthenticationContext, _ cancellation: AuthenticationCancellation
    ) throws(KeychainError) {
        guard !context.isInvalid else {
            throw KeychainError(AuthenticationError(.invalidContext, "the context has been invalidated"))
        }
        let link = try agentContext(context)
        // The agent removes a prompt when the connection ends; the context gets a new connection.
        cancellation.onCancel { link.end() }
        try link.request(.evaluate(WireEvaluate(demand, context)), [], pool)
        guard cancellation.cause == nil else {
            throw KeychainError(AuthenticationError(.appCancel, "the program cancelled the prompt"))
        }
    }
}
