import AgentProtocol
import CLinux
import Foundation
import Glibc
import SwiftProtobuf
import Testing

/// One end of a connection to an agent that sends what no library of ours would send.
final class RawClient: Sendable {
    let descriptor: Int32

    /// The other end did not do what it should within a minute, or has gone.
    struct NoAnswer: Error {}

    init(_ path: String) throws {
        descriptor = clinux_unix_connect(path)
        try #require(descriptor >= 0, "\(String(cString: strerror(-descriptor)))")
        limitWaiting()
    }

    /// - Parameter descriptor: a connected socket, closed by this object.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        limitWaiting()
    }

    deinit { close(descriptor) }

    /// A test that hangs should fail instead.
    private func limitWaiting() {
        var time = timeval(tv_sec: 300, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    // MARK: - Bytes

    /// - Returns: false if the other end has hung up.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Waits until the other end hangs up.
    ///
    /// - Returns: false if it does not within a minute.
    func isHungUp() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 || count < 0 && errno == ECONNRESET { return true }
            guard count > 0 else { return false }
        }
    }

    private func receive(count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let received = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress.map { $0 + done }, count - done, 0)
            }
            guard received > 0 else { throw NoAnswer() }
            done += received
        }
        return bytes
    }

    // MARK: - Frames

    static func frame(_ message: [UInt8], _ secret: [UInt8] = []) -> [UInt8] {
        let header = FrameHeader(messageLength: message.count, secretLength: secret.count).encoded
        return withUnsafeBytes(of: header) { Array($0) } + message + secret
    }

    @discardableResult
    func send(_ message: some Message, extra: [UInt8] = [], secret: [UInt8] = []) throws -> Bool {
        let bytes: [UInt8] = try message.serializedBytes()
        return send(Self.frame(bytes + extra, secret))
    }

    func receiveFrame() throws -> (message: [UInt8], secret: [UInt8]) {
        let bytes = try receive(count: FrameHeader.size)
        let header = try bytes.withUnsafeBytes { try FrameHeader($0, limit: FrameHeader.maximumBodySize) }
        return (try receive(count: header.messageLength), try receive(count: header.secretLength))
    }

    func receive<Received: Message>(_: Received.Type = Received.self) throws -> Received {
        try Received(serializedBytes: receiveFrame().message)
    }

    // MARK: - Requests

    static func hello(groups: [String] = []) -> WireClientHello {
        .with {
            $0.magic = ProtocolVersion.magic
            $0.major = ProtocolVersion.major
            $0.groups = groups
        }
    }

    func greet(groups: [String] = []) throws -> WireWelcome {
        try send(Self.hello(groups: groups))
        let answer: WireServerHello = try receive()
        try send(WireProof.with { $0.nonce = answer.nonce })
        return try receive()
    }

    func send(_ body: WireRequest.OneOf_Body, id: UInt64, secret: [UInt8] = []) throws {
        let request = WireRequest.with {
            $0.id = id
            $0.body = body
        }
        try send(request, secret: secret)
    }

    /// Sends a request and gives the first frame of the answer.
    func ask(
        _ body: WireRequest.OneOf_Body, id: UInt64 = 1, secret: [UInt8] = []
    ) throws -> (reply: WireReply, secret: [UInt8]) {
        try send(body, id: id, secret: secret)
        let frame = try receiveFrame()
        return (try WireReply(serializedBytes: frame.message), frame.secret)
    }
}
