import AgentProtocol
import Foundation
import KeychainServices

extension AgentServer {
    /// Does what a request asks, or hands it to a queue.
    func request(_ connection: Connection, _ known: Connection.Session) throws(FrameError) -> Next {
        var id: UInt64 = 0
        var outcome: Result<Work?, KeychainError> = .success(nil)
        let isStillKnown: Result<Connection.Session, KeychainError> = lookAgain(at: connection, known)
        guard let session = try? isStillKnown.get() else { return try turnAway(connection, isStillKnown) }
        try connection.reader.take { (message, secret) throws(FrameError) in
            let request = try WireRequest(decoding: message)
            id = request.id
            outcome = prepare(request, secret, session, connection)
            if case .failure(let error) = outcome { noteRefusal(of: request, error, session.program) }
        }
        switch outcome {
        case .failure(let error): return try answer(.failure(error), id, to: connection)
        case .success(nil): break
        case .success(let work?): return try run(work, id, connection, session.program)
        }
        return .goOn
    }

    private func run(
        _ work: Work, _ id: UInt64, _ connection: Connection, _ program: Program
    ) throws(FrameError) -> Next {
        if let group = work.asksFor {
            // A thread of its own, which waits for a person.
            Thread.detachNewThread { [self] in
                let consent = Result { () throws(KeychainError) in try ask(program, for: group, connection) }
                if case .failure(let error) = consent { note(work, error, program) }
                var result = consent.flatMap { perform(work, id, connection, program) }
                if asksMore(work, result) { result = ask(work, id, connection, program) }
                finish(connection) { () throws(FrameError) in try send(result, id, to: connection) }
            }
            return .handedOver
        }
        let queue: DispatchQueue
        switch work.place {
        case .here:
            let result = perform(work, id, connection, program)
            guard !asksMore(work, result) else {
                return handOver(connection, id) { self.ask(work, id, connection, program) }
            }
            return try answer(result, id, to: connection)
        case .ownThread: return handOver(connection, id) { self.perform(work, id, connection, program) }
        case .changes: queue = changes
        case .passcodes: queue = passcodes
        }
        queue.async { [self] in
            // A request is cancelled by closing the connection, as long as it has not begun.
            guard !connection.isGone else { return remove(connection) }
            let result = perform(work, id, connection, program)
            guard !asksMore(work, result) else {
                _ = handOver(connection, id) { self.ask(work, id, connection, program) }
                return
            }
            do throws(FrameError) {
                if try answer(result, id, to: connection) == .goOn { rearm(connection) }
            } catch {
                remove(connection)
            }
        }
        return .handedOver
    }

    /// Does something on a thread of its own, and answers.
    private func handOver(
        _ connection: Connection, _ id: UInt64, _ body: @escaping @Sendable () -> Result<Answer, KeychainError>
    ) -> Next {
        Thread.detachNewThread { [self] in
            let result = body()
            finish(connection) { () throws(FrameError) in try send(result, id, to: connection) }
        }
        return .handedOver
    }

    /// Whether a person has to be asked before it can be done.
    private func asksMore(_ work: Work, _ result: Result<Answer, KeychainError>) -> Bool {
        guard work.asking != nil, case .failure(let error) = result else { return false }
        return error.requirement != nil
    }

    private func ask(
        _ work: Work, _ id: UInt64, _ connection: Connection, _ program: Program
    ) -> Result<Answer, KeychainError> {
        perform(work.withSomebodyAsked, id, connection, program)
    }

    /// Answers: at once if that takes no time, else on a thread of its own, for a program may be slow to take an answer or take
    /// none at all, and others wait for this thread and for the queues.
    private func answer(
        _ result: Result<Answer, KeychainError>, _ id: UInt64, to connection: Connection
    ) throws(FrameError) -> Next {
        if connection.hasRoom, (try? result.get().isLong) != true {
            try send(result, id, to: connection)
            return .goOn
        }
        Thread.detachNewThread { [self] in
            finish(connection) { () throws(FrameError) in try send(result, id, to: connection) }
        }
        return .handedOver
    }

    /// Sends the end of an answer from another thread than the one that took the request.
    func finish(_ connection: Connection, _ body: () throws(FrameError) -> Void) {
        do throws(FrameError) {
            try body()
            rearm(connection)
        } catch {
            remove(connection)
        }
    }

    private func perform(
        _ work: Work, _ id: UInt64, _ connection: Connection, _ program: Program
    ) -> Result<Answer, KeychainError> {
        let result = Result { () throws(KeychainError) in
            // What is acknowledged now would be gone with what is about to be replaced.
            if work.place != .here, !work.isOfMove, isMovingIn { throw .movingIn }
            return try work.body { done, total in
                let progress = WireProgress.with {
                    $0.done = UInt64(clamping: done)
                    $0.total = UInt64(clamping: total)
                }
                // A program that has gone, or does not listen, does not keep the keychain from finishing.
                if connection.hasRoom { try? reply(id, .progress(progress), to: connection) }
            }
        }
        guard let name = work.name, !asksMore(work, result) else { return result }
        switch result {
        case .failure(let error): note(work, error, program)
        case .success(let answer):
            audit?.note(program, name, itemClass: work.itemClass, group: work.group, items: answer.names)
        }
        return result
    }

    /// Writes down that something was not done.
    private func note(_ work: Work, _ error: KeychainError, _ program: Program) {
        guard let name = work.name else { return }
        audit?.note(program, name, itemClass: work.itemClass, group: work.group, status: error.code.rawValue)
    }

    /// Writes down what was refused before it began.
    private func noteRefusal(of request: WireRequest, _ error: KeychainError, _ program: Program) {
        audit?.note(program, request.body?.operation ?? "unknown request", status: error.code.rawValue)
    }

    private func send(
        _ result: Result<Answer, KeychainError>, _ id: UInt64, to connection: Connection
    ) throws(FrameError) {
        switch result {
        case .failure(let error): try reply(id, error, to: connection)
        case .success(.message(let body)), .success(.changed(_, let body)): try reply(id, body, to: connection)
        case .success(.items(let items)): try reply(id, items, to: connection)
        case .success(.parts(let body, let parts)):
            let patience = patience
            for (index, part) in parts.enumerated() {
                let isLast = index == parts.count - 1
                try part.withUnsafeBytes { bytes in
                    Result { () throws(FrameError) in
                        try reply(id, body, isLast: isLast, [bytes], to: connection, patience)
                    }
                }.get()
            }
        case .success(.log(let records, let report)):
            let patience = patience
            for record in records { try reply(id, .logRecord(record), to: connection, patience) }
            try reply(id, .logReport(report), to: connection, patience)
        case .success(.secret(let holder)):
            try holder.secret.withUnsafeBytes { (bytes) throws(FrameError) in
                try reply(id, .done(.init()), [bytes], to: connection)
            }
        }
    }

    // MARK: - Identity

    /// Nanoseconds for which a look at a program is good enough to reveal a secret.
    private static let freshness: UInt64 = 1_000_000_000

    /// Looks at a program again if the last look is too old, and judges it anew if it is not what it was.
    private func lookAgain(
        at connection: Connection, _ session: Connection.Session
    ) -> Result<Connection.Session, KeychainError> {
        // At every request: not to be another program by now. From time to time: not to have loaded anything new.
        guard session.program.witness?.isRunning ?? true else { return .failure(.becameAnother) }
        let isFresh = bootTime() &- connection.lookedAt <= Self.freshness
        let isJudged = !depends(session) && session.judgement == judgement.load(ordering: .acquiring)
        guard !isFresh || !isJudged else { return .success(session) }
        return Result { () throws(KeychainError) in
            let program = isFresh ? session.program : try look(at: connection)
            guard program.process == session.program.process else { throw .becameAnother }
            guard !isJudged || program.fingerprint != session.program.fingerprint else { return session }
            var changed = session
            changed.program = program
            guard try !admit(&changed).isChanged else { throw .changed(program.path) }
            connection.phase = .ready(changed)
            return changed
        }
    }

    /// Whether what a program may do can end by itself: with the time of a token, or of a terminal's grant.
    private func depends(_ session: Connection.Session) -> Bool {
        session.token != nil || session.keychain.accessGroups.isWildcard
    }

    /// Tells a program why it gets nothing any more, and ends the connection.
    private func turnAway(
        _ connection: Connection, _ result: Result<Connection.Session, KeychainError>
    ) throws(FrameError) -> Next {
        let request = try connection.reader.take { (message, _) throws(FrameError) in
            try WireRequest(decoding: message)
        }
        if case .failure(let error) = result {
            if case .ready(let session) = connection.phase { noteRefusal(of: request, error, session.program) }
            try reply(request.id, error, to: connection)
        }
        throw .closed
    }
}
