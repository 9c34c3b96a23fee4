import AgentProtocol
import CLinux
import Foundation
import Glibc
import KeychainServices
import SwiftProtobuf

/// One connection to an agent, used by one request at a time.
package final class AgentConnection: @unchecked Sendable {
    // Sendable: the holder that takes it out of the pool has exclusive access.

    /// The agent's last message of the greeting.
    private(set) var welcome = WireWelcome()
    /// The additions to the protocol that the agent understands.
    private var features: [String] = []
    let descriptor: Int32
    private var reader = FrameReader(keepsGuardedMemory: true)
    private var lastRequest: UInt64 = 0
    private let sendsToken: Bool

    /// The interruption of an exchange before an answer.
    package struct Interruption: Error {
        let cause: FrameError
        /// Whether the agent may have received the whole request.
        let wasSent: Bool
    }

    /// Connects and greets the agent.
    ///
    /// - Parameters:
    ///   - path: the agent's socket.
    ///   - groups: the access groups that the program requests; none for those that the agent gives it.
    ///   - sendsToken: whether the peer is to receive the token of this program.
    ///   - willGreet: receives the socket before the greeting: shutting it down ends the greeting, which may take long.
    /// - Throws: ``AgentNotRunning``, or a `KeychainError` if the agent refuses this program.
    init(
        path: String, groups: [String], sendsToken: Bool = true, willGreet: (_ descriptor: Int32) -> Void = { _ in }
    ) throws {
        let descriptor = clinux_unix_connect(path)
        guard descriptor >= 0 else { throw AgentNotRunning(code: -descriptor) }
        self.descriptor = descriptor
        self.sendsToken = sendsToken
        willGreet(descriptor)
        let isSystem = path == SystemLocations.socket
        if isSystem { try enablePeerCredentials() } else { try Self.checkPeer(of: descriptor) }
        do {
            Self.setReceiveTimeout(Self.greetingTimeout, descriptor)
            try greet(groups, isSystem)
            Self.setReceiveTimeout(0, descriptor)
        } catch let error as FrameError {
            guard error != .tooSlow else {
                throw KeychainError(
                    .notAvailable, "the agent does not answer", remedy: "restart it")
            }
            throw AgentNotRunning(code: ECONNRESET)
        }
    }

    deinit { close(descriptor) }

    /// The time limit of the greeting in seconds: longer than the user has to answer whether a program that has changed is accepted.
    private static let greetingTimeout = 75

    /// Sets the time to wait for the agent; 0 for no limit, since a request may take any time.
    private static func setReceiveTimeout(_ seconds: Int, _ descriptor: Int32) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Checks that the peer runs as this user, because it receives secrets: it has to be the user's own agent.
    private static func checkPeer(of descriptor: Int32) throws {
        var peer = clinux_credentials()
        guard clinux_peer(descriptor, &peer) == 0, peer.uid == geteuid() else {
            throw KeychainError(
                .notAvailable, "the program at the agent's socket runs as another user",
                remedy: "find out who made the socket; see: chatelaine status")
        }
    }

    // MARK: - The system service

    /// Has the kernel name the sender of each message. The service manager may have made the system service's socket, so the reader is
    /// known only from its first message, before which it receives nothing confidential.
    private func enablePeerCredentials() throws {
        guard clinux_receive_credentials(descriptor) == 0 else { throw AgentNotRunning(code: errno) }
    }

    private func checkSystem() throws {
        var uid: uid_t = 0
        guard clinux_account(SystemLocations.account, &uid) == 0, let sender = reader.lastSender, sender.uid == uid,
            sender.pid != 0
        else {
            throw KeychainError(
                .notAvailable, "the program that answers at “\(SystemLocations.socket)” is not the system service",
                remedy: "find out who made the socket; see: chatelaine status")
        }
    }

    /// Returns `nil` if no agent listens at the socket. Throws for the system service, which is permanent: the keychains that are in it are
    /// nowhere else.
    static func valueWithoutAgent<Value>(at path: String) throws(KeychainError) -> Value? {
        guard path == SystemLocations.socket else { return nil }
        throw KeychainError(
            .notAvailable, "the system service does not answer",
            remedy: "ask the administrator to start it: systemctl restart chatelaine-system.socket")
    }

    // MARK: - Greeting

    private func greet(_ groups: [String], _ isSystem: Bool) throws {
        let hello = WireClientHello.with {
            $0.magic = ProtocolVersion.magic
            $0.major = ProtocolVersion.major
            $0.features = ProtocolVersion.features
            $0.groups = groups
            $0.version = ProtocolVersion.release
        }
        try send(hello)
        let answer: WireServerHello = try receive()
        if isSystem { try checkSystem() }
        if answer.hasFailure { throw answer.failure.error }
        guard answer.magic == ProtocolVersion.magic, answer.major == ProtocolVersion.major,
            answer.nonce.count == ProtocolVersion.nonceSize
        else {
            throw KeychainError(
                .notAvailable,
                "the program that listens at the agent's socket does not use version 1 of the agent's protocol",
                remedy: "upgrade the older of the program and chatelaine, and restart the agent")
        }
        features = answer.features
        try sendProof(answer.nonce)
        welcome = try receive()
        if welcome.hasFailure { throw welcome.failure.error }
    }

    /// Checks that the agent understands an addition to the protocol.
    ///
    /// - Throws: `.unimplemented` if it is of an earlier release.
    package func require(_ feature: String) throws(KeychainError) {
        guard features.contains(feature) else {
            throw KeychainError(
                .unimplemented, "the agent is of an earlier release, which does not know this",
                remedy: "restart the agent, then try again")
        }
    }

    private func sendProof(_ nonce: Data) throws {
        let proof = WireProof.with { $0.nonce = nonce }
        guard sendsToken, let token = try PresentedToken.read() else { return try send(proof) }
        try token.withUnsafeBytes { (token) throws(FrameError) in
            var progress = 0
            try send(proof, [token], &progress)
        }
    }

    private func send(_ message: some Message) throws(FrameError) {
        var progress = 0
        try send(message, [], &progress)
    }

    private func send(
        _ message: some Message, _ secrets: [UnsafeRawBufferPointer], _ progress: inout Int
    ) throws(FrameError) {
        let bytes = try message.encoded()
        try bytes.withUnsafeBufferPointer { (bytes) throws(FrameError) in
            try FrameSender.send(
                UnsafeRawBufferPointer(bytes), secrets, to: descriptor, waits: true, progress: &progress)
        }
    }

    private func receive<Received: Message>() throws(FrameError) -> Received {
        _ = try reader.fill(from: descriptor, waits: true)
        return try reader.take { (message, _) throws(FrameError) in
            try Received(decoding: message)
        }
    }

    // MARK: - Requests

    /// A function that handles a reply and returns whether it was the last one.
    package typealias Receiver = (
        _ reply: WireReply.OneOf_Body, _ isLast: Bool, _ secret: UnsafeRawBufferPointer
    ) throws -> Bool

    /// Sends a request and passes every reply to `receiver` until that returns true.
    ///
    /// - Throws: ``Interruption``, or the error of `receiver`.
    package func exchange(
        _ body: WireRequest.OneOf_Body, _ secrets: [UnsafeRawBufferPointer], _ receiver: Receiver
    ) throws {
        beginRequest()
        try sendPart(body, secrets)
        try receiveReplies(receiver)
    }

    /// Sends a request, or one part of it, without waiting for a reply.
    package func sendPart(_ body: WireRequest.OneOf_Body, _ secrets: [UnsafeRawBufferPointer]) throws {
        let request = WireRequest.with {
            $0.id = lastRequest
            $0.body = body
        }
        var progress = 0
        do throws(FrameError) {
            try send(request, secrets, &progress)
        } catch {
            // The agent does nothing before it has received a complete request.
            throw Interruption(cause: error, wasSent: false)
        }
    }

    /// Begins a request.
    package func beginRequest() { lastRequest &+= 1 }

    package func receiveReplies(_ receiver: Receiver) throws {
        while true {
            let isLast = try receiveFrame { message, secret in
                guard let reply = try? WireReply(decoding: message), reply.id == lastRequest else { return false }
                guard let body = reply.body else {
                    // A reply that only a later version knows is ignored, unless it is the last one.
                    guard reply.last else { return false }
                    throw KeychainError(
                        .unimplemented, "this program does not understand the agent's answer",
                        remedy: "build the program with the agent's version of chatelaine, and start it again")
                }
                if case .failure(let failure) = body { throw failure.error }
                if case .progress(let progress) = body, progress.asksPerson {
                    PersonNotice.show()
                    return false
                }
                return try receiver(body, reply.last, secret)
            }
            if isLast { return }
        }
    }

    /// Waits for the next frame of an answer, regardless of its contents.
    ///
    /// - Throws: ``Interruption``, or the error of `body`.
    func receiveFrame<Result>(
        _ body: (_ message: UnsafeRawBufferPointer, _ secret: UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        do throws(FrameError) {
            _ = try reader.fill(from: descriptor, waits: true)
        } catch {
            throw Interruption(cause: error, wasSent: true)
        }
        return try reader.take(body)
    }

    /// The number of the current request.
    var currentRequest: UInt64 { lastRequest }
}

/// The error for an agent that is not running.
struct AgentNotRunning: Error {
    /// The errno value of the attempt.
    let code: Int32
}
