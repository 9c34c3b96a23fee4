import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import Secrets
import Synchronization

/// The connection of one request to a password manager: the request waits for a person, and delays no other request.
///
/// The process that listens at the socket has to run as this user, or be the system service. It gets no token of ours.
/// Specified in: Docs/password-manager-feature.md.
package final class PasswordManagerConnection: Sendable {
    /// The reason why there is no answer.
    package enum Failure: Error {
        /// No process listens, or it is not trusted, takes no such request, or went away.
        case notReachable(any Error)
        /// The reply is no answer.
        case malformedAnswer
        /// The request was refused as invalid.
        case invalidRequest(KeychainError)
    }

    private struct State {
        var isCancelled = false
        /// A duplicate of the socket's descriptor, so that its number cannot refer to another file.
        var descriptor: Int32?
    }
    private let state = Mutex(State())

    package init() {}

    deinit { release() }

    /// Disconnects, from any thread: the password manager closes its sheet. ``ask(_:_:at:reading:)`` returns soon.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let descriptor = state.descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Connects, sends the request and waits for as long as the user takes. One request at a time.
    ///
    /// - Parameters:
    ///   - request: the message.
    ///   - secrets: those of its details.
    ///   - path: the socket.
    ///   - read: decodes the answer, which is unreadable if that throws.
    /// - Throws: ``Failure``.
    package func ask<Answer>(
        _ request: WirePasswordManagerRequest, _ secrets: borrowing SecretBytes, at path: String,
        reading read: (WirePasswordManagerReply, _ secret: UnsafeRawBufferPointer) throws -> Answer
    ) throws(Failure) -> Answer {
        defer { release() }
        do {
            let connection = try AgentConnection(path: path, groups: [], sendsToken: false, willGreet: retain)
            connection.beginRequest()
            try secrets.withUnsafeBytes { bytes in
                try connection.sendPart(.passwordManager(request), bytes.isEmpty ? [] : [bytes])
            }
            return try receive(on: connection, read)
        } catch let failure as Failure {
            throw failure
        } catch let absent as AgentNotRunning {
            throw .notReachable(POSIXError(POSIXErrorCode(rawValue: absent.code) ?? .ECONNREFUSED))
        } catch let interruption as AgentConnection.Interruption {
            throw Self.failure(interruption.cause)
        } catch {
            throw .notReachable(error)
        }
    }

    private func receive<Answer>(
        on connection: AgentConnection, _ read: (WirePasswordManagerReply, UnsafeRawBufferPointer) throws -> Answer
    ) throws -> Answer {
        try connection.receiveFrame { message, secret in
            guard let reply = try? WireReply(decoding: message), reply.id == connection.currentRequest else {
                throw Failure.malformedAnswer
            }
            switch reply.body {
            case .failure(let failure)? where failure.error.code == .parameter:
                throw Failure.invalidRequest(failure.error)
            case .failure(let failure)?: throw Failure.notReachable(failure.error)
            case .passwordManager(let answer)?:
                do { return try read(answer, secret) } catch { throw Failure.malformedAnswer }
            default: throw Failure.malformedAnswer
            }
        }
    }

    /// Distinguishes a disconnection from a malformed answer.
    private static func failure(_ cause: FrameError) -> Failure {
        switch cause {
        case .tooLarge, .malformed, .wrongSender: .malformedAnswer
        case .closed, .tooSlow: .notReachable(POSIXError(.ECONNRESET))
        case .system(let code): .notReachable(POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO))
        }
    }

    private func retain(_ descriptor: Int32) {
        state.withLock { state in
            if state.isCancelled { shutdown(descriptor, Int32(SHUT_RDWR)) }
            let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            state.descriptor = own >= 0 ? own : nil
        }
    }

    private func release() {
        state.withLock { state in
            if let descriptor = state.descriptor { close(descriptor) }
            state.descriptor = nil
        }
    }
}
