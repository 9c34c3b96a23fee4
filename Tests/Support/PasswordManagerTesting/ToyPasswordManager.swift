import AgentProtocol
import CLinux
import Foundation
import Glibc
import Synchronization

// A FAKE: a second password manager, made from Docs/password-manager-feature.md. It stores nothing, and shows no prompt:
// what it answers the test has said.

/// Greets, takes requests, and answers each as the test says.
package final class ToyPasswordManager: Sendable {
    /// A request as it came.
    package struct Received: Sendable {
        package let message: WirePasswordManagerRequest
        package let secret: [UInt8]
        /// Of the `ClientHello` and the `Proof`.
        package let groups: [String]
        package let token: [UInt8]
    }

    /// What becomes of a request.
    package enum Reaction: Sendable {
        case answer(WirePasswordManagerReply, secret: [UInt8] = [])
        /// A status of Keychain Services.
        case failure(Int32)
        /// Whatever these are.
        case bytes([UInt8])
        case hangUp
        /// Nothing, until the program hangs up.
        case silence
    }

    package let socketPath: String
    /// The requests as they come.
    package let requests: AsyncStream<Received>
    /// One for each connection that the program has closed.
    package let hangUps: AsyncStream<ContinuousClock.Instant>
    /// Nil once it is closed: the number may be another file's by then.
    private let listener: Box<Int32?>

    /// - Parameters:
    ///   - socketPath: where it listens.
    ///   - react: called for each request.
    package init(at socketPath: String, react: @escaping @Sendable (Received) -> Reaction) throws {
        self.socketPath = socketPath
        // Of one that has ended.
        unlink(socketPath)
        let listener = clinux_unix_listen(socketPath, 16)
        guard listener >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: -listener) ?? .EIO) }
        let open = Box<Int32?>(listener)
        self.listener = open
        let (requests, request) = AsyncStream<Received>.makeStream()
        let (hangUps, hangUp) = AsyncStream<ContinuousClock.Instant>.makeStream()
        (self.requests, self.hangUps) = (requests, hangUps)
        Thread.detachNewThread {
            while case let accepted = clinux_accept(listener), accepted >= 0 {
                Thread.detachNewThread {
                    let connection = ToyConnection(descriptor: accepted)
                    try? connection.serve(react, request)
                    hangUp.yield(.now)
                }
            }
            open.withLock { descriptor in
                close(listener)
                descriptor = nil
            }
        }
    }

    deinit { end() }

    /// Closes the socket.
    package func end() {
        listener.withLock { descriptor in
            if let descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// A login as the answer.
    package static func login(
        _ username: String, _ password: String, oldPassword: String? = nil, totp: String? = nil,
        fields: [(String, String)] = [], _ change: (inout WireLoginDetails) -> Void = { _ in }
    ) -> Reaction {
        var details = WireLoginDetails()
        details.username = username
        change(&details)
        let secrets = details.encode(
            LoginSecrets(
                password: password.utf8, oldPassword: oldPassword?.utf8, totp: totp?.utf8,
                fields: fields.map { ($0.0, $0.1.utf8) }))
        return .answer(.with { $0.login = details }, secret: secrets.withUnsafeBytes { Array($0) })
    }

    /// One of the errors of the extension API as the answer.
    package static func refusal(_ code: UInt32, _ reason: String = "") -> Reaction {
        .answer(
            .with {
                $0.refusal.code = code
                $0.refusal.reason = reason
            })
    }
}

/// One connection, with frames made by hand.
private final class ToyConnection {
    private struct Ended: Error {}
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    func serve(
        _ react: (ToyPasswordManager.Received) -> ToyPasswordManager.Reaction,
        _ requests: AsyncStream<ToyPasswordManager.Received>.Continuation
    ) throws {
        let hello = try WireClientHello(serializedBytes: receive().message)
        guard hello.magic == 0x5041_4b43, hello.major == 1 else { throw Ended() }
        let nonce = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
        try send(
            WireServerHello.with {
                $0.magic = hello.magic
                $0.major = 1
                $0.nonce = nonce
            }.serializedBytes())
        let (proof, token) = try receive()
        guard try WireProof(serializedBytes: proof).nonce == nonce else { throw Ended() }
        try send(WireWelcome().serializedBytes())
        while true {
            let (message, secret) = try receive()
            let request = try WireRequest(serializedBytes: message)
            let received = ToyPasswordManager.Received(
                message: request.passwordManager, secret: secret, groups: hello.groups, token: token)
            requests.yield(received)
            try answer(request.id, react(received))
        }
    }

    private func answer(_ id: UInt64, _ reaction: ToyPasswordManager.Reaction) throws {
        switch reaction {
        case .bytes(let bytes): try sendAll(bytes)
        case .hangUp: throw Ended()
        default: if let frame = try reaction.frame(id: id) { try sendAll(frame) }
        }
    }

    // MARK: - Frames

    private func send(_ message: [UInt8], _ secret: [UInt8] = []) throws {
        try sendAll(ToyPasswordManager.frame(message, secret))
    }

    private func receive() throws -> (message: [UInt8], secret: [UInt8]) {
        let lengths = try receive(8)
        func length(_ from: Int) -> Int { (0..<4).reduce(0) { $0 | Int(lengths[from + $1]) << (8 * $1) } }
        guard length(0) + length(4) <= 17 << 20 else { throw Ended() }
        return (try receive(length(0)), try receive(length(4)))
    }

    private func receive(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let more = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress.map { $0 + done }, count - done, 0)
            }
            guard more > 0 else { throw Ended() }
            done += more
        }
        return bytes
    }

    private func sendAll(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { throw Ended() }
            rest = rest.dropFirst(sent)
        }
    }
}

extension ToyPasswordManager {
    /// A frame.
    package static func frame(_ message: [UInt8], _ secret: [UInt8] = []) -> [UInt8] {
        func length(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } }
        return length(message.count) + length(secret.count) + message + secret
    }
}

extension ToyPasswordManager.Reaction {
    /// What is sent; nil: nothing.
    package func frame(id: UInt64) throws -> [UInt8]? {
        var reply = WireReply.with {
            $0.id = id
            $0.last = true
        }
        switch self {
        case .answer(let answer, let secret):
            reply.passwordManager = answer
            return ToyPasswordManager.frame(try reply.serializedBytes(), secret)
        case .failure(let status):
            reply.failure.status = status
            return ToyPasswordManager.frame(try reply.serializedBytes())
        case .bytes(let bytes): return bytes
        case .hangUp, .silence: return nil
        }
    }
}
