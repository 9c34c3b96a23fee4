import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Secrets

extension AgentServer {
    /// Does what a request asks, or hands it to a queue.
    func request(_ connection: Connection, _ session: Connection.Session) throws(FrameError) -> Next {
        var work: Work?
        let request = try connection.reader.take { (message, secret) throws(FrameError) in
            let request = try WireRequest(decoding: message)
            // What needs the secret part takes it while it is there.
            work = try prepare(request, secret, session, connection)
            return request
        }
        guard let work else { return .goOn }
        do throws(KeychainError) {
            try lookAgain(at: connection, session.program)
        } catch {
            try reply(request.id, error, to: connection)
            throw .closed
        }
        switch work {
        case .now(let body):
            try answer(request.id, connection, body)
            return .goOn
        case .change(let body): run(on: changes, request.id, connection, body)
        case .passcode(let body): run(on: passcodes, request.id, connection, body)
        case .items(let query, let parts):
            let task: () throws(KeychainError) -> [Item] = { () throws(KeychainError) in
                try session.keychain.items(matching: query, reading: parts)
            }
            return try search(request.id, connection, task)
        case .watch:
            watch(request.id, connection, session)
            return .goOn
        case .failure(let error): try reply(request.id, error, to: connection)
            return .goOn
        }
        return .handedOver
    }

    /// What a request comes to.
    enum Work {
        typealias Body = @Sendable (_ progress: Keychain.Progress) throws(KeychainError) -> Answer
        case now(Body)
        case change(Body)
        case passcode(Body)
        case items(Query, ItemParts)
        case watch
        case failure(KeychainError)
    }

    /// What is sent back.
    enum Answer {
        case body(WireReply.OneOf_Body)
        case item(Item)
        case secret(SecretHolder)
    }

    // MARK: - Running

    private func answer(_ id: UInt64, _ connection: Connection, _ body: Work.Body) throws(FrameError) {
        var failure: FrameError?
        let result: Result<Answer, KeychainError>
        do throws(KeychainError) {
            result = .success(
                try body { done, total in
                    // A program that has gone does not keep the keychain from finishing.
                    guard failure == nil else { return }
                    let progress = WireProgress.with {
                        $0.done = UInt64(clamping: done)
                        $0.total = UInt64(clamping: total)
                    }
                    do throws(FrameError) {
                        try self.reply(id, .progress(progress), to: connection)
                    } catch {
                        failure = error
                    }
                })
        } catch {
            result = .failure(error)
        }
        if let failure { throw failure }
        switch result {
        case .failure(let error): try reply(id, error, to: connection)
        case .success(.body(let body)): try reply(id, body, to: connection)
        case .success(.item(let item)): try reply(id, item, isLast: true, to: connection)
        case .success(.secret(let holder)):
            try holder.secret.withUnsafeBytes { (bytes) throws(FrameError) in
                try reply(id, .done(.init()), [bytes], to: connection)
            }
        }
    }

    private func run(on queue: DispatchQueue, _ id: UInt64, _ connection: Connection, _ body: @escaping Work.Body) {
        queue.async { [self] in
            do throws(FrameError) {
                try answer(id, connection, body)
                rearm(connection)
            } catch {
                remove(connection)
            }
        }
    }

    /// Searches on this thread; an answer that is long is sent by another one, since a program may be slow to take it.
    private func search(
        _ id: UInt64, _ connection: Connection, _ body: () throws(KeychainError) -> [Item]
    ) throws(FrameError) -> Next {
        let items: [Item]
        do throws(KeychainError) {
            items = try body()
        } catch {
            try reply(id, error, to: connection)
            return .goOn
        }
        guard items.count > 16 || items.contains(where: { $0.data?.count ?? 0 > 4096 }) else {
            try reply(id, items, to: connection)
            return .goOn
        }
        Thread.detachNewThread { [self] in
            do throws(FrameError) {
                try reply(id, items, to: connection)
                rearm(connection)
            } catch {
                remove(connection)
            }
        }
        return .handedOver
    }

    private func watch(_ id: UInt64, _ connection: Connection, _ session: Connection.Session) {
        let changes = session.keychain.changes()
        connection.watch?.cancel()
        connection.watch = Task.detached { [weak self, weak connection] in
            for await _ in changes {
                guard let self, let connection else { return }
                guard (try? self.reply(id, .changed(.init()), to: connection)) != nil else {
                    return connection.hangUp()
                }
            }
        }
    }

    // MARK: - Identity

    /// Nanoseconds for which a look at a program is good enough to reveal a secret.
    private static let freshness: UInt64 = 1_000_000_000

    private func lookAgain(at connection: Connection, _ known: Program) throws(KeychainError) {
        guard bootTime() &- connection.lookedAt > Self.freshness else { return }
        let program = try look(at: connection)
        guard program.fingerprint == known.fingerprint else { throw .becameAnother }
    }
}

/// A secret on its way out: what cannot be copied cannot be in an enumeration that is.
final class SecretHolder: Sendable {
    let secret: SecretBytes
    init(_ secret: consuming SecretBytes) { self.secret = secret }
}
