import AgentProtocol
import Foundation
import KeychainServices
import SwiftProtobuf

/// Sends messages to programs, and waits a limited time for a program that is slow to take them.
struct ReplyWriter: Sendable {
    /// The nanoseconds that a thread waits in all for a program that does not take its answer (``SendTimeout``).
    let timeout: UInt64

    private func makeTimeout() -> SendTimeout { SendTimeout(nanoseconds: timeout) }

    /// Sends a frame.
    ///
    /// - Parameter timeout: of all frames of an answer; `nil` if this frame is all.
    func send(
        _ message: some Message, _ secrets: [UnsafeRawBufferPointer] = [], to socket: ClientSocket,
        _ timeout: SendTimeout? = nil
    ) throws(FrameError) {
        let timeout = timeout ?? makeTimeout()
        let bytes = try message.encoded()
        socket.useRoom(secrets.reduce(bytes.count) { $0 + $1.count })
        try bytes.withUnsafeBufferPointer { (bytes) throws(FrameError) in
            try FrameSender.send(UnsafeRawBufferPointer(bytes), secrets, to: socket.descriptor, timeout)
        }
    }

    /// Sends one message of the answer to a request.
    func reply(
        _ id: UInt64, _ body: WireReply.OneOf_Body, isLast: Bool = false, _ secrets: [UnsafeRawBufferPointer] = [],
        to socket: ClientSocket, _ timeout: SendTimeout? = nil
    ) throws(FrameError) {
        let reply = WireReply.with {
            $0.id = id
            $0.last = isLast
            $0.body = body
        }
        try send(reply, secrets, to: socket, timeout)
    }

    /// Answers a request: the only way from the error of a handler to a reply.
    func reply(_ id: UInt64, _ result: Result<Answer, KeychainError>, to socket: ClientSocket) throws(FrameError) {
        switch result {
        case .failure(let error): try reply(id, .failure(WireFailure(error)), to: socket)
        case .success(.message(let body)), .success(.changed(_, let body)): try reply(id, body, to: socket)
        case .success(.items(let items)): try reply(id, items, to: socket)
        case .success(.parts(let body, let parts)): try reply(id, body, parts, to: socket)
        case .success(.log(let records, let report)):
            let timeout = makeTimeout()
            for record in records { try reply(id, .logRecord(record), to: socket, timeout) }
            try reply(id, .logReport(report), to: socket, timeout)
        case .success(.secret(let holder)), .success(.used(_, let holder)):
            try holder.secret.withUnsafeBytes { (bytes) throws(FrameError) in
                try reply(id, .done(.init()), [bytes], to: socket)
            }
        }
    }

    private func reply(_ id: UInt64, _ items: [Item], to socket: ClientSocket) throws(FrameError) {
        guard !items.isEmpty else { return try reply(id, .done(.init()), to: socket) }
        let timeout = makeTimeout()
        for (index, item) in items.enumerated() {
            let secrets = SecretPart(data: item.data, secretAttributes: item.secretAttributes)
            let body = WireReply.OneOf_Body.item(WireItem(item, secrets))
            try secrets.withPieces { (pieces) throws(FrameError) in
                try reply(id, body, isLast: index == items.count - 1, pieces, to: socket, timeout)
            }
        }
    }

    private func reply(
        _ id: UInt64, _ body: WireReply.OneOf_Body, _ parts: [Data], to socket: ClientSocket
    ) throws(FrameError) {
        let timeout = makeTimeout()
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            try part.withUnsafeBytes { bytes in
                Result { () throws(FrameError) in
                    try reply(id, body, isLast: isLast, [bytes], to: socket, timeout)
                }
            }.get()
        }
    }
}
