import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Secrets

extension AgentServer {
    /// Understands a request, and takes over the secrets that came with it.
    ///
    /// - Returns: what is to be done, or nil if there is nothing to do before more comes.
    /// - Throws: `.malformed` for what no program of ours sends.
    func prepare(
        _ request: WireRequest, _ secret: UnsafeRawBufferPointer, _ session: Connection.Session,
        _ connection: Connection
    ) throws(FrameError) -> Work? {
        do throws(KeychainError) {
            switch request.body {
            case .addBatch(let batch): return try begin(batch, request.id, session, connection)
            case .addItem(let part): return try take(part, request.id, secret, session, connection)
            case .search(let search):
                return .items(try Query(search.query), ItemParts(rawValue: Int(search.parts & 3)))
            case .passcode(let passcode): return try prepare(passcode, secret, session.keychain)
            case .watch: return .watch
            case .agentStatus: return .now { [self] _ in .body(.agentStatus(status(for: session.program))) }
            case let body?: return try prepare(body, secret, session.keychain)
            case nil:
                throw KeychainError(
                    .unimplemented, "the agent does not know what the program asks for",
                    remedy: "upgrade chatelaine and restart the agent")
            }
        } catch {
            return .failure(error)
        }
    }

    private func prepare(
        _ body: WireRequest.OneOf_Body, _ secret: UnsafeRawBufferPointer, _ keychain: any KeychainService
    ) throws(KeychainError) -> Work {
        switch body {
        case .add(let add):
            let item = try NewItem(add.item, secret)
            return .change { _ throws(KeychainError) in .item(try keychain.add(item)) }
        case .update(let update):
            let (query, changes) = (try Query(update.query), try Changes(update, secret))
            return .change { _ throws(KeychainError) in .count(try keychain.update(query, with: changes)) }
        case .delete(let delete):
            let (query, leaves) = (try Query(delete.query), delete.leavesTombstones)
            return .change { _ throws(KeychainError) in .count(try keychain.delete(query, leavesTombstones: leaves)) }
        case .lock:
            return .now { [autoLock] _ throws(KeychainError) in
                try keychain.lock()
                autoLock.stop()
                return .body(.done(.init()))
            }
        case .lockState:
            return .now { _ throws(KeychainError) in
                let state = try keychain.lockState()
                return .body(.lockState(.with { $0.state = state.wire }))
            }
        case .status:
            return .now { _ throws(KeychainError) in .body(.status(WireKeychainStatus(try keychain.status()))) }
        case .countNeedingPasscode:
            return .now { _ throws(KeychainError) in .count(try keychain.countOfItemsThatNeedPasscode()) }
        case .makeRecoveryKey:
            return .passcode { _ throws(KeychainError) in .secret(SecretHolder(try keychain.makeRecoveryKey())) }
        default:
            throw KeychainError(.unimplemented, "the agent does not know what the program asks for")
        }
    }

    // MARK: - Several items at once

    /// Items and bytes of one batch: what is more is sent in several.
    private static let mostItems = 10_000
    private static let mostBytes = 64 << 20

    private func begin(
        _ batch: WireAddBatch, _ id: UInt64, _ session: Connection.Session, _ connection: Connection
    ) throws(KeychainError) -> Work? {
        guard (1...Self.mostItems).contains(Int(batch.count)) else {
            throw KeychainError(.parameter, "at most \(Self.mostItems) items can be added at once")
        }
        var session = session
        session.batch = Connection.Batch(id: id, count: Int(batch.count))
        connection.phase = .ready(session)
        return nil
    }

    private func take(
        _ part: WireAddItem, _ id: UInt64, _ secret: UnsafeRawBufferPointer, _ session: Connection.Session,
        _ connection: Connection
    ) throws(KeychainError) -> Work? {
        var session = session
        guard var batch = session.batch, batch.id == id else { return nil }
        session.batch = nil
        connection.phase = .ready(session)
        batch.items.append(try NewItem(part.item, secret))
        batch.bytes += secret.count + part.item.attributes.count * 64
        guard batch.bytes <= Self.mostBytes else {
            throw KeychainError(.parameter, "the items of one batch are larger than 64 MiB together")
        }
        guard batch.items.count >= batch.count else {
            session.batch = batch
            connection.phase = .ready(session)
            return nil
        }
        let (items, keychain) = (batch.items, session.keychain)
        return .change { _ throws(KeychainError) in
            let references = try keychain.add(contentsOf: items)
            return .body(.references(.with { $0.references = references.map(\.data) }))
        }
    }

    private func status(for program: Program) -> WireAgentStatus {
        .with {
            $0.version = ProtocolVersion.release
            $0.pid = UInt32(getpid())
            $0.connections = UInt64(connections.count)
            $0.autoLock = configuration.autoLock
            $0.subject = program.wire
        }
    }
}

extension AgentServer.Answer {
    static func count(_ count: Int) -> AgentServer.Answer {
        .body(.count(.with { $0.count = UInt64(clamping: count) }))
    }
}

