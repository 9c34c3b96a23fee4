import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import Synchronization

/// The connection of the native host to the agent: one request at a time, which another thread may cancel.
///
/// A session of the agent's belongs to a connection: when that ends, the next request begins another one, without a session.
package final class BrowserConnection: Sendable {
    /// The reason why there is no answer.
    package enum Failure: Error {
        /// No agent listens, or it went away.
        case gone
        case cancelled
        case refused(KeychainError)
    }

    private struct State {
        var isBusy = false
        var isCancelled = false
        /// A duplicate of the socket's descriptor, so that its number cannot refer to another file.
        var descriptor: Int32?
    }
    private let state = Mutex(State())
    private let connection = Mutex<AgentConnection?>(nil)

    package init() {}

    /// Ends the request that is under way, from any thread; nothing happens if there is none.
    package func cancel() {
        state.withLock { state in
            guard state.isBusy else { return }
            state.isCancelled = true
            if let descriptor = state.descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Sends a request, and waits for as long as the user takes.
    ///
    /// - Parameters:
    ///   - secret: the second part of its frame.
    ///   - path: the agent's socket; `nil` if there is none.
    ///   - receive: called for each reply, with the second part of its frame; returns whether it was the last one.
    package func ask(
        _ operation: WireBrowserRequest.OneOf_Operation, _ secret: Data = Data(), at path: String?,
        _ receive: (WireBrowserReply, Data) -> Bool
    ) throws(Failure) {
        state.withLock { ($0.isBusy, $0.isCancelled) = (true, false) }
        defer { state.withLock { $0.isBusy = false } }
        let outcome = connection.withLock { connection in
            Result { () throws(Failure) in try exchange(operation, secret, on: &connection, at: path, receive) }
        }
        let wasCancelled = state.withLock { $0.isCancelled }
        if case .failure = outcome, wasCancelled { throw .cancelled }
        try outcome.get()
    }

    private func exchange(
        _ operation: WireBrowserRequest.OneOf_Operation, _ secret: Data, on connection: inout AgentConnection?,
        at path: String?,
        _ receive: (WireBrowserReply, Data) -> Bool
    ) throws(Failure) {
        // An agent that has ended meanwhile is noticed by the first request to the next one, which did not reach it.
        for isLastTry in [connection == nil, true] {
            do {
                let open = try connection ?? connect(to: path)
                connection = open
                return try secret.withUnsafeBytes { part in
                    let request = WireBrowserRequest.with { $0.operation = operation }
                    try open.exchange(.browser(request), part.isEmpty ? [] : [part]) { reply, _, secret in
                        guard case .browser(let reply) = reply else { throw KeychainError.otherRelease }
                        return receive(reply, Data(secret))
                    }
                }
            } catch let error as KeychainError {
                throw .refused(error)
            } catch let failure as Failure {
                throw failure
            } catch {
                close(&connection)
                let isCancelled = state.withLock { $0.isCancelled }
                guard !isLastTry, !isCancelled else { throw .gone }
            }
        }
    }

    private func connect(to path: String?) throws -> AgentConnection {
        guard let path else { throw Failure.gone }
        return try AgentConnection(path: path, groups: [], sendsToken: false, willGreet: retain)
    }

    private func retain(_ descriptor: Int32) {
        state.withLock { state in
            if state.isCancelled { shutdown(descriptor, Int32(SHUT_RDWR)) }
            if let old = state.descriptor { Glibc.close(old) }
            let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            state.descriptor = own >= 0 ? own : nil
        }
    }

    private func close(_ connection: inout AgentConnection?) {
        connection = nil
        state.withLock { state in
            if let descriptor = state.descriptor { Glibc.close(descriptor) }
            state.descriptor = nil
        }
    }
}

extension KeychainError {
    fileprivate static var otherRelease: KeychainError {
        KeychainError(
            .unimplemented, "the agent's answer is of another release",
            remedy: "restart the agent, and start the browser again")
    }
}
