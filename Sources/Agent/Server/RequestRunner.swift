import AccessPolicy
import AgentProtocol
import Foundation
import KeychainServices
import Secrets

/// The owner of a connection after one of its frames was handled.
enum NextStep {
    /// The same thread takes the next frame.
    case proceed
    /// Another thread has the connection now.
    case handedOver
}

/// Runs requests: gets the work from the dispatcher, runs it on its thread or queue, writes the audit log, and sends the reply.
final class RequestRunner: Sendable {
    private let inspection: ProgramInspection
    private let dispatcher: RequestDispatcher
    private let consent: PersonConsent
    private let queues: WorkQueues
    private let move: MoveState
    private let audit: Auditor?
    private let logs: LogMover
    private let replies: ReplyWriter
    private let connections: ConnectionKeeper

    init(
        _ inspection: ProgramInspection, _ dispatcher: RequestDispatcher, _ shared: SharedServices,
        _ replies: ReplyWriter, _ connections: ConnectionKeeper
    ) {
        self.inspection = inspection
        self.dispatcher = dispatcher
        (consent, queues, move, audit) = (shared.consent, shared.queues, shared.move, shared.audit)
        logs = shared.logs
        self.replies = replies
        self.connections = connections
    }

    /// A request on its way to its reply.
    private struct Request {
        let id: UInt64
        /// The name in the audit log.
        let operation: String
        let program: Program
        let connection: Connection
        /// The number of reservations of groups by which its rights were decided; `nil` if it reaches no items.
        var reservations: Int?

        var memory: RequestMemory? { connection.caller?.memory }
    }

    /// Takes the request that has come, and runs it or hands it to another thread.
    ///
    /// - Throws: an error that ends the connection.
    func run(on connection: Connection, _ caller: Caller) throws(FrameError) -> NextStep {
        let recheck = Result { () throws(KeychainError) in try inspection.recheck(caller, connection) }
        let program = caller.program
        let reservations = caller.session.reservations
        // The frame goes when this returns; the work has copies of its secrets.
        let (request, work) = try connection.reader.take { (message, secret) throws(FrameError) in
            let message = try WireRequest(decoding: message)
            let operation = message.body?.operation ?? "unknown request"
            let request = Request(
                id: message.id, operation: operation, program: program, connection: connection,
                reservations: message.body?.reachesItems == true ? reservations : nil)
            let work = recheck.flatMap { _ in
                Result { () throws(KeychainError) in
                    guard SecretMemory.hasRoom(for: secret.count) else { throw .noSecretMemory }
                    return try dispatcher.work(
                        for: message, secret, caller,
                        ConnectionSubscriber(message.id, caller.socket, replies, connections.table))
                }
            }
            return (request, work)
        }
        if let loan = connection.reader.takeLoan() { caller.memory.take(loan) }
        if case .failure(let error) = recheck {
            try reply(.failure(error), to: request)
            // The program gets nothing any more.
            throw .closed
        }
        switch work {
        case .success(let work?): return try run(work, request)
        case .success(nil):
            if caller.batch == nil { caller.memory.release() } else { caller.memory.dependsOnProgram() }
            return .proceed
        case .failure(let error): return try conclude(.failure(error), request)
        }
    }

    /// Ends the batch of a connection, if there is one: there is no memory for its next item.
    func refuseBatch(on connection: Connection) throws(FrameError) {
        guard let caller = connection.caller, let batch = caller.batch else { return }
        caller.batch = nil
        let request = Request(id: batch.id, operation: "add", program: caller.program, connection: connection)
        try reply(.failure(.batchTooLarge), to: request)
    }

    // MARK: - Threads

    private func run(_ work: Work, _ request: Request) throws(FrameError) -> NextStep {
        guard work.consentGroup == nil, work.sharing == nil else {
            return handOver(request, work) { self.performInteractively(work, request) }
        }
        switch work.executor {
        case .immediate: return try start(work, request)
        case .calculation: return handOver(request, work) { self.performInteractively(work, request) }
        case .ownThread:
            // It waits for a person.
            request.memory?.finishWork()
            return handOver(request, work) { self.perform(work, request) }
        case .writes: queues.writes.async { [self] in runQueued(work, request) }
        case .passcodes: queues.derive(from: source(of: work, request)) { [self] in runQueued(work, request) }
        case .vaultPasswords:
            queues.deriveForVault(from: source(of: work, request)) { [self] in runQueued(work, request) }
        }
        return .handedOver
    }

    private func source(of work: Work, _ request: Request) -> PasscodeSource {
        work.source ?? request.program.passcodeSource
    }

    private func runQueued(_ work: Work, _ request: Request) {
        // A request is cancelled by closing the connection, as long as it has not begun.
        guard !request.connection.socket.isGone else { return connections.remove(request.connection) }
        do throws(FrameError) {
            if try start(work, request) == .proceed { connections.rearm(request.connection) }
        } catch {
            connections.remove(request.connection)
        }
    }

    /// Performs work on this thread, and what is left of it, because a person has to be asked, on one of its own.
    private func start(_ work: Work, _ request: Request) throws(FrameError) -> NextStep {
        let result = perform(work, request)
        if isShortOfMemory(result, request) {
            return handOver(request, work) { self.performWithMemory(work, request) }
        }
        guard let rest = interactive(work, after: result) else { return try conclude(result, request, work) }
        return handOver(request, rest) { self.perform(rest, request) }
    }

    /// Runs something on a thread of its own, and replies.
    private func handOver(
        _ request: Request, _ work: Work?, _ body: @escaping @Sendable () -> Result<Answer, KeychainError>
    ) -> NextStep {
        Thread.detachNewThread { [self] in
            let result = body()
            connections.finish(request.connection) { () throws(FrameError) in try reply(result, to: request, work) }
        }
        return .handedOver
    }

    // MARK: - Work

    /// Asks a person for consent first, and for authentication if the items require it.
    private func performInteractively(_ work: Work, _ request: Request) -> Result<Answer, KeychainError> {
        if let group = work.consentGroup {
            let answer = Result { () throws(KeychainError) in
                try consent.askForGroup(group, for: request.program, on: request.connection.socket)
            }
            if case .failure(let error) = answer { return .failure(error) }
        }
        guard let sharing = work.sharing else { return performAsking(work, request) }
        let groups = Result { () throws(KeychainError) in
            try requireRights(of: request)
            try consent.share(sharing, by: request.program, on: request.connection.socket)
            return sharing.replaced == nil ? [] : try sharing.groups()
        }
        let result = groups.flatMap { _ in performAsking(work, request) }
        if case (.success(let groups), .success) = (groups, result) {
            consent.endShares(sharing, in: groups, by: request.program)
        }
        return result
    }

    private func performAsking(_ work: Work, _ request: Request) -> Result<Answer, KeychainError> {
        let result = perform(work, request)
        guard let rest = interactive(work, after: result) else { return result }
        return perform(rest, request)
    }

    /// The most times that one request waits for memory: an answer that grows needs more each time.
    private static let mostWaits = 4

    /// Performs work as soon as others have given back the memory that it takes.
    private func performWithMemory(_ work: Work, _ request: Request) -> Result<Answer, KeychainError> {
        var result = Result<Answer, KeychainError>.failure(.memoryInUse)
        for _ in 0..<Self.mostWaits {
            guard request.memory?.wait(with: connections.waitForMemory) == true else { return .failure(.memoryInUse) }
            result = perform(work, request)
            guard isShortOfMemory(result, request) else { break }
        }
        guard let rest = interactive(work, after: result) else { return result }
        return perform(rest, request)
    }

    private func isShortOfMemory(_ result: Result<Answer, KeychainError>, _ request: Request) -> Bool {
        guard case .failure(let error) = result, error.code == .allocate else { return false }
        return request.memory?.isShort == true
    }

    private func perform(_ work: Work, _ request: Request) -> Result<Answer, KeychainError> {
        request.memory?.beginAnswer()
        return Result { () throws(KeychainError) in
            try requireRights(of: request)
            let answer = try performNow(work, request).get()
            try requireRights(of: request)
            return answer
        }
    }

    /// A request may have waited for a person or for memory, and its program have lost a group to secured programs meanwhile.
    private func requireRights(of request: Request) throws(KeychainError) {
        guard let known = request.reservations, request.program.subject.strength < .secured,
            known != inspection.admissions.reservationCount
        else { return }
        throw KeychainError(
            .notAvailable, "an access group was reserved for secured programs while the request was under way",
            remedy: "check the result, and repeat the request if needed")
    }

    private func performNow(_ work: Work, _ request: Request) -> Result<Answer, KeychainError> {
        Result { () throws(KeychainError) in
            // What is acknowledged now would be gone with what is about to be replaced.
            if !work.executor.onlyReads, !work.isPartOfMove, move.isUnderWay { throw .movingIn }
            let socket = request.connection.socket
            return try work.body { done, total in
                let progress = WireProgress.with {
                    $0.done = UInt64(clamping: done)
                    $0.total = UInt64(clamping: total)
                    $0.asksPerson = total == Work.asksPerson
                }
                // A program that has gone, or does not listen, does not keep the keychain from finishing.
                if socket.hasRoom { try? replies.reply(request.id, .progress(progress), to: socket) }
            }
        }
    }

    /// Returns the rest of work that could not be done without asking a person.
    private func interactive(_ work: Work, after result: Result<Answer, KeychainError>) -> Work? {
        guard case .failure(let error) = result else { return nil }
        return work.interactive(after: error)
    }

    // MARK: - Replies

    /// Ends a request: at once if that takes no time, else on a thread of its own, since a program may be slow to take an answer or take
    /// none at all, and others wait for this thread and for the queues.
    private func conclude(
        _ result: Result<Answer, KeychainError>, _ request: Request, _ work: Work? = nil
    ) throws(FrameError) -> NextStep {
        if request.connection.socket.hasRoom, (try? result.get().isLong) != true {
            try reply(result, to: request, work)
            return .proceed
        }
        return handOver(request, work) { result }
    }

    /// Writes the audit log and sends the reply: every request that is answered once ends here, whatever its handler has thrown.
    ///
    /// - Parameter work: `nil` if the request was refused before there was any.
    private func reply(
        _ result: Result<Answer, KeychainError>, to request: Request, _ work: Work? = nil
    ) throws(FrameError) {
        log(result, request, work)
        if let work { logs.noteDone(work, by: request.program) }
        request.memory?.finishWork()
        request.memory?.dependsOnProgram()
        defer { request.memory?.release() }
        try replies.reply(request.id, result, to: request.connection.socket)
    }

    private func log(_ result: Result<Answer, KeychainError>, _ request: Request, _ work: Work?) {
        let name: String
        switch work?.log {
        case .request, nil: name = request.operation
        case .named(let special): name = special
        case .absent: return
        }
        let scope = work?.scope ?? ItemScope()
        switch result {
        case .failure(let error):
            audit?.note(
                request.program, name, itemClass: scope.itemClass, group: scope.group, status: error.code.rawValue)
        case .success(let answer):
            audit?.note(
                request.program, name, itemClass: scope.itemClass, group: scope.group, items: answer.itemNames,
                status: answer.status)
        }
    }
}

extension KeychainError {
    /// The error of one request when the process has no memory for its secrets. Others go on.
    static var noSecretMemory: KeychainError {
        KeychainError(
            .allocate, "the agent has not enough memory for secrets",
            remedy: "try again; if it lasts, restart the agent")
    }
}
