import Foundation
import Glibc

/// One connection to the scripted password manager: frames, greeting, requests, answers.
final class ScriptedConnection {
    private struct Ended: Error {}
    private static let magic: UInt32 = 0x5041_4b43
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Answers requests until the program hangs up.
    func serve(_ react: (ScriptedManager.Request) -> ScriptedManager.Answer) {
        do {
            try greet()
            while true {
                let (message, secret) = try receive()
                guard let fields = ProtobufFields(message), let body = fields.message(60),
                    let request = ScriptedManager.Request(body, secret)
                else { return }
                guard let answer = react(request).reply(fields.number(1) ?? 0) else { return }
                try send(answer.message, answer.secret)
            }
        } catch {}
    }

    private func greet() throws {
        guard let hello = try ProtobufFields(receive().message), hello.number(1) == UInt64(Self.magic) else {
            throw Ended()
        }
        let nonce = (0..<32).map { _ in UInt8.random(in: 0...255) }
        try send(
            ProtobufFields.field(1, fixed32: Self.magic) + ProtobufFields.field(2, 1) + ProtobufFields.field(4, nonce))
        guard try ProtobufFields(receive().message)?.bytes(1) == nonce else { throw Ended() }
        try send([])
    }

    // MARK: - Frames

    private func send(_ message: [UInt8], _ secret: [UInt8] = []) throws {
        func length(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } }
        var rest = (length(message.count) + length(secret.count) + message + secret)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { throw Ended() }
            rest = rest.dropFirst(sent)
        }
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
                recv(descriptor, $0.baseAddress?.advanced(by: done), count - done, 0)
            }
            guard more > 0 else { throw Ended() }
            done += more
        }
        return bytes
    }
}

extension ScriptedManager.Request {
    /// Nil if it cannot be read.
    init?(_ fields: ProtobufFields, _ secret: [UInt8]) {
        guard let operation = fields.number(1).flatMap(Operation.init), let url = fields.text(2) else { return nil }
        (self.operation, self.url) = (operation, url)
        parentWindow = fields.text(6) ?? ""
        activationToken = fields.text(7) ?? ""
        if let details = fields.message(3) { guard read(details, secret) else { return nil } }
        guard let generator = fields.message(4) else { return }
        (minLength, maxLength) = (generator.signed(1), generator.signed(2))
        (requiresDigits, requiresSymbols) = (generator.number(3).map { $0 != 0 }, generator.number(4).map { $0 != 0 })
        forbiddenCharacters = generator.text(5)
    }

    private mutating func read(_ details: ProtobufFields, _ secret: [UInt8]) -> Bool {
        (title, username, notes, sectionTitle) = (details.text(1), details.text(2), details.text(3), details.text(4))
        // One after another, and nothing between them.
        var rest = secret[...]
        func take(_ length: UInt64?) -> String? {
            guard let length else { return nil }
            defer { rest = rest.dropFirst(Int(length)) }
            return String(decoding: rest.prefix(Int(length)), as: UTF8.self)
        }
        password = take(details.number(6))
        oldPassword = take(details.number(7))
        _ = take(details.number(8))
        for field in details.all(5).compactMap({ ProtobufFields($0) }) {
            guard let name = field.text(1) else { return false }
            fields[name] = take(field.number(2))
        }
        return rest.isEmpty
    }
}

extension ScriptedManager.Answer {
    /// Nil: nothing is answered.
    fileprivate func reply(_ id: UInt64) -> (message: [UInt8], secret: [UInt8])? {
        func reply(_ body: [UInt8]) -> [UInt8] {
            ProtobufFields.field(1, id) + ProtobufFields.field(12, 1) + ProtobufFields.field(60, body)
        }
        switch self {
        case .hangUp: return nil
        case .refusal(let code, let reason):
            let refusal = ProtobufFields.field(1, code) + ProtobufFields.field(2, reason.utf8)
            return (reply(ProtobufFields.field(3, refusal)), [])
        case .login(let username, let password, let old, let fields):
            var details = ProtobufFields.field(2, username.utf8)
            var secret = Array(password.utf8)
            details += ProtobufFields.field(6, UInt64(password.utf8.count))
            if let old {
                details += ProtobufFields.field(7, UInt64(old.utf8.count))
                secret += old.utf8
            }
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
                let field = ProtobufFields.field(1, name.utf8) + ProtobufFields.field(2, UInt64(value.utf8.count))
                details += ProtobufFields.field(5, field)
                secret += value.utf8
            }
            return (reply(ProtobufFields.field(1, details)), secret)
        }
    }
}
