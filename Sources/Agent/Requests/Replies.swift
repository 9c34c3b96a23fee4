import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import SwiftProtobuf

extension AgentServer {
    /// Sends a message that fits into the socket's buffer.
    func send(_ message: some Message, to connection: Connection) throws(FrameError) {
        try send(message, [], to: connection)
    }

    /// Sends a frame, and waits, but not for ever, for a program that is slow to take it.
    ///
    /// - Parameter patience: of all frames of an answer; nil: this one is all.
    func send(
        _ message: some Message, _ secrets: [UnsafeRawBufferPointer], to connection: Connection,
        _ patience: SendTimeout? = nil
    ) throws(FrameError) {
        let patience = patience ?? self.patience
        let bytes = try message.encoded()
        connection.useRoom(secrets.reduce(bytes.count) { $0 + $1.count })
        try bytes.withUnsafeBufferPointer { (bytes) throws(FrameError) in
            try FrameSender.send(UnsafeRawBufferPointer(bytes), secrets, to: connection.descriptor, patience)
        }
    }

    /// For an answer.
    var patience: SendTimeout { SendTimeout(nanoseconds: configuration.replyTime) }

    /// Answers a request.
    func reply(
        _ id: UInt64, _ body: WireReply.OneOf_Body, isLast: Bool = false, _ secrets: [UnsafeRawBufferPointer] = [],
        to connection: Connection, _ patience: SendTimeout? = nil
    ) throws(FrameError) {
        let reply = WireReply.with {
            $0.id = id
            $0.last = isLast
            $0.body = body
        }
        try send(reply, secrets, to: connection, patience)
    }

    func reply(_ id: UInt64, _ error: KeychainError, to connection: Connection) throws(FrameError) {
        try reply(id, .failure(WireFailure(error)), to: connection)
    }

    /// Answers with one item after another.
    func reply(_ id: UInt64, _ items: [Item], to connection: Connection) throws(FrameError) {
        guard !items.isEmpty else { return try reply(id, .done(.init()), to: connection) }
        let patience = patience
        for (index, item) in items.enumerated() {
            try reply(id, item, isLast: index == items.count - 1, to: connection, patience)
        }
    }

    private func reply(
        _ id: UInt64, _ item: Item, isLast: Bool, to connection: Connection, _ patience: SendTimeout
    ) throws(FrameError) {
        let secrets = SecretPart(data: item.data, secretAttributes: item.secretAttributes)
        let body = WireReply.OneOf_Body.item(WireItem(item, secrets))
        try secrets.withPieces { (pieces) throws(FrameError) in
            try reply(id, body, isLast: isLast, pieces, to: connection, patience)
        }
    }
}
