import AgentProtocol
import Foundation
import KeychainServices

extension AgentServer {
    /// Understands a request, and takes over the secrets that came with it.
    ///
    /// - Returns: what is to be done; nil if there is nothing to do before more comes.
    func prepare(
        _ request: WireRequest, _ secret: UnsafeRawBufferPointer, _ session: Connection.Session,
        _ connection: Connection
    ) -> Result<Work?, KeychainError> {
        Result { () throws(KeychainError) in
            switch request.body {
            case .add(let add): return try prepare(add, secret, session, connection)
            case .addBatch(let batch): return try begin(batch, request.id, session, connection)
            case .addItem(let part): return try take(part, request.id, secret, session, connection)
            case .search(let search): return try prepare(search, session, connection)
            case .update(let update): return try prepare(update, secret, session, connection)
            case .delete(let delete): return try prepare(delete, session)
            case .wrapFileKey(let wrap): return try prepare(wrap, secret, session)
            case .unwrapFileKey(let wrapped): return try prepare(wrapped, session)
            case .vault(let request): return try prepare(request, secret, session, connection)
            case .passcode(let passcode): return try prepare(passcode, secret, session, connection)
            case .policyChange(let change): return try prepare(change, session)
            case .policyListing: return try prepareListing(session)
            case .readLog(let request): return try prepare(request, session)
            case .questions: return try prepareQuestions(session)
            case .answer(let answer): return try prepare(answer, secret, session)
            case .passwordManager(let request): return try prepare(request, secret, session, connection)
            case .takeSheet(let id): return try prepareTaking(id, session, connection)
            case .endSheet(let end): return try prepare(end, secret, session, connection)
            case .prompter(let prompter):
                try startPrompter(prompter, request.id, session, connection)
                return nil
            case .watch:
                watch(request.id, connection, session.keychain)
                return nil
            case .beginContext: return try beginContext(session, connection)
            case .contextPassword(let password): return try prepare(password, secret, connection)
            case .evaluate(let request): return try prepare(request, connection)
            case .biometry: return prepareBiometry(session, connection)
            case .beginArrival(let request): return try prepare(request, session, connection)
            case .arrivingFile(let part):
                try arrivalBegun(by: connection).append(secret, to: part.path, at: part.offset)
                return Work(nil, .here) { _ throws(KeychainError) in .done }
            case .finishArrival: return try prepareFinish(connection)
            case let body?: return try prepare(body, session)
            case nil: throw .unknownRequest
            }
        }
    }

    // MARK: - Items

    private func prepare(
        _ add: WireAdd, _ secret: UnsafeRawBufferPointer, _ session: Connection.Session, _ connection: Connection
    ) throws(KeychainError) -> Work {
        let item = try NewItem(add.item, secret)
        let access = try access(session, to: item.attributes[.accessGroup]?.string, writing: true)
        let shown = try authentication(add.authentication, session, connection)
        var work = Work("add", .changes, with: shown) { (shown) throws(KeychainError) in
            .items([try access.keychain.add(item, with: shown)])
        }
        work.asksFor = access.asksFor
        work.itemClass = item.itemClass.code
        work.group = item.attributes[.accessGroup]?.string ?? ""
        return work
    }

    private func prepare(
        _ search: WireSearch, _ session: Connection.Session, _ connection: Connection
    ) throws(KeychainError) -> Work {
        let query = try Query(search.query)
        let parts = ItemParts(rawValue: Int(search.parts & 3))
        let name = WireRequest.OneOf_Body.search(search).operation
        let access = try access(session, to: query.attributes[.accessGroup]?.string, writing: false)
        let shown = try authentication(search.authentication, session, connection)
        var work = Work(name, .here, query, with: shown) { (shown) throws(KeychainError) in
            .items(try access.keychain.items(matching: query, reading: parts, with: shown))
        }
        work.asksFor = access.asksFor
        return work
    }

    private func prepare(
        _ update: WireUpdate, _ secret: UnsafeRawBufferPointer, _ session: Connection.Session,
        _ connection: Connection
    ) throws(KeychainError) -> Work {
        let query = try Query(update.query)
        let changes = try Changes(update, secret)
        let access = try access(session, to: query.attributes[.accessGroup]?.string, writing: true)
        let shown = try authentication(update.authentication, session, connection)
        var work = Work("update", .changes, query, with: shown) { (shown) throws(KeychainError) in
            try .changing { (note) throws(KeychainError) in
                try access.keychain.update(query, with: changes, shown, noting: note)
            }
        }
        work.asksFor = access.asksFor
        return work
    }

    private func prepare(_ delete: WireDelete, _ session: Connection.Session) throws(KeychainError) -> Work {
        let query = try Query(delete.query)
        let leavesTombstones = delete.leavesTombstones
        let access = try access(session, to: query.attributes[.accessGroup]?.string, writing: true)
        var work = Work("delete", .changes, query) { _ throws(KeychainError) in
            try .changing { (note) throws(KeychainError) in
                try access.keychain.delete(query, leavesTombstones: leavesTombstones, noting: note)
            }
        }
        work.asksFor = access.asksFor
        return work
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
        session.batch = Connection.Batch(
            id: id, count: Int(batch.count), authentication: batch.authentication)
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
        // What goes wrong below ends the batch.
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
        let (items, keychain) = (batch.items, session.changingKeychain)
        let shown = try authentication(batch.authentication, session, connection)
        return Work("add", .changes, with: shown) { (shown) throws(KeychainError) in
            let references = try keychain.add(contentsOf: items, with: shown)
            let names = zip(references, items).map { reference, item in
                let group = item.attributes[.accessGroup]?.string ?? keychain.accessGroups.defaultGroup
                return ItemName(reference, group: group)
            }
            return .changed(names, .references(.with { $0.references = references.map(\.data) }))
        }
    }

    // MARK: - State

    private func prepare(
        _ body: WireRequest.OneOf_Body, _ session: Connection.Session
    ) throws(KeychainError) -> Work {
        let keychain = session.keychain
        switch body {
        case .lock:
            return Work("lock", .here) { [self] _ throws(KeychainError) in
                try lock()
                return .done
            }
        case .lockState:
            return Work(nil, .here) { _ throws(KeychainError) in
                let state = try keychain.lockState()
                return .message(.lockState(.with { $0.state = state.wire }))
            }
        case .status:
            return Work(nil, .here) { _ throws(KeychainError) in
                .message(.status(WireKeychainStatus(try keychain.status())))
            }
        case .countNeedingPasscode:
            return Work(nil, .here) { _ throws(KeychainError) in .count(try keychain.countOfItemsThatNeedPasscode()) }
        case .makeRecoveryKey:
            try requireTrust(session)
            return Work("make-recovery-key", .passcodes) { _ throws(KeychainError) in
                .secret(SecretHolder(try keychain.makeRecoveryKey()))
            }
        case .agentStatus:
            return Work(nil, .here) { [self] _ throws(KeychainError) in
                .message(.agentStatus(status(for: session.program)))
            }
        default: throw .unknownRequest
        }
    }

    private func watch(_ id: UInt64, _ connection: Connection, _ keychain: any KeychainService) {
        let changes = keychain.changes()
        connections.note(connection.id, .listening)
        connection.watch?.cancel()
        connection.watch = Task.detached { [weak self, weak connection] in
            for await _ in changes {
                guard let self, let connection else { return }
                // What it has not read yet tells it of this change as well.
                guard connection.hasRoom else { continue }
                guard (try? self.reply(id, .changed(.init()), to: connection)) != nil else {
                    return connection.hangUp()
                }
            }
        }
    }

    private func status(for program: Program) -> WireAgentStatus {
        .with {
            $0.version = ProtocolVersion.release
            $0.pid = UInt32(getpid())
            $0.connections = UInt64(connections.count)
            $0.autoLock = configuration.autoLock
            $0.subject = program.wire
            $0.notes = notes.withLock { $0 } + gatekeeper.notes
            $0.erasesAfterTen = attempts?.erasesAfterLimit ?? false
        }
    }
}

extension KeychainError {
    static var unknownRequest: KeychainError {
        KeychainError(
            .unimplemented, "the agent does not know what the program asks for",
            remedy: "upgrade chatelaine and restart the agent")
    }

    static var onlyTheCommandLine: KeychainError {
        KeychainError(
            .missingEntitlement, "only the command line may do this", remedy: "use the command “chatelaine”")
    }
}
