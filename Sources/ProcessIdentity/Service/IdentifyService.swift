import Dispatch
import Glibc
import LinuxSupport
import Synchronization

/// A client that identifies processes by asking a helper.
///
/// The caller may be confined in ways that keep it from `/proc`, and may hold keys; neither applies to the helper. It is started at the
/// first request, and again after it has died or was too slow. Requests of several threads are answered at the same time by several
/// helpers: a program whose files lie on a file system that never answers keeps no other one waiting.
package final class IdentifyService: Sendable {
    private struct State {
        /// The helpers that have no request; the last one is used first, since it knows most hashes.
        var idle: [HelperProcess] = []
        /// The helpers that were too slow, until they have ended.
        var abandoned: [HelperProcess] = []
        var busy = 0
        var lastRequest: UInt64 = 0
    }

    /// The most helpers at the same time, with those that cannot be ended because a file system has them wait.
    static let mostHelpers = 64
    /// The most helpers that are kept without a request.
    private static let mostIdle = 4

    private enum ExchangeFailure: Error {
        case ended, tooSlow
    }

    private let makeHelper: @Sendable () throws(IdentificationFailure) -> HelperProcess
    private let timeout: DispatchTimeInterval
    private let state = Mutex(State())

    /// Creates a service that has not started its helper yet.
    ///
    /// - Parameter helper: absolute path of `chatelaine-identify`.
    package convenience init(helper: String) { self.init(command: [helper]) }

    /// Creates a service whose helpers are children of another helper: this process starts none.
    ///
    /// - Parameter helper: the connection to that helper.
    package init(helper: IdentifyHelper) {
        makeHelper = { () throws(IdentificationFailure) in try helper.makeChild() }
        timeout = Self.defaultTimeout
    }

    init(command: [String], timeout: DispatchTimeInterval = defaultTimeout) {
        makeHelper = { () throws(IdentificationFailure) in try HelperProcess(command: command) }
        self.timeout = timeout
    }

    private static let defaultTimeout = DispatchTimeInterval.seconds(5)

    /// Starts the helper unless it runs: for a process that cannot start one later.
    ///
    /// - Throws: `.unanswered`.
    package func start() throws(IdentificationFailure) {
        put(back: try takeHelper().helper)
    }

    /// Inspects the process that a pidfd refers to. Blocks for at most 5 s per attempt.
    ///
    /// - Parameter pidfd: remains owned by the caller.
    /// - Throws: the failure of the inspection; `.unanswered` if the helper cannot be started, died twice or took too long.
    package func identify(pidfd: Int32) throws(IdentificationFailure) -> ProcessEvidence {
        try identification(pidfd: pidfd).evidence
    }

    /// Inspects the process that a pidfd refers to, and returns a witness that tells whether the result is still valid.
    ///
    /// - Parameter pidfd: remains owned by the caller.
    /// - Throws: as `identify(pidfd:)`.
    package func identification(pidfd: Int32) throws(IdentificationFailure) -> Identification {
        for _ in 1...2 {
            let (helper, request) = try takeHelper()
            let outcome: Result<Identification, IdentificationFailure>
            do throws(ExchangeFailure) {
                outcome = try exchange(with: helper, request: request, pidfd)
            } catch {
                // The helper is dead, or its connection is in an undefined state.
                abandon(helper)
                // The same process would cause the same delay again.
                if error == .tooSlow { break }
                continue
            }
            put(back: helper)
            return try outcome.get()
        }
        throw .unanswered
    }

    /// The helper that gets the next request.
    var helper: HelperProcess? { state.withLock { $0.idle.last } }

    private func takeHelper() throws(IdentificationFailure) -> (helper: HelperProcess, request: UInt64) {
        let (idle, request) = try state.withLock { (state) throws(IdentificationFailure) in
            state.abandoned.removeAll { $0.hasEnded }
            guard state.busy + state.abandoned.count < Self.mostHelpers else { throw .unanswered }
            state.busy += 1
            state.lastRequest &+= 1
            return (state.idle.popLast(), state.lastRequest)
        }
        if let idle { return (idle, request) }
        do throws(IdentificationFailure) {
            return (try makeHelper(), request)
        } catch {
            state.withLock { $0.busy -= 1 }
            throw error
        }
    }

    private func put(back helper: HelperProcess) {
        state.withLock { state in
            state.busy -= 1
            if state.idle.count < Self.mostIdle { state.idle.append(helper) }
        }
    }

    private func abandon(_ helper: HelperProcess) {
        helper.kill()
        state.withLock { state in
            state.busy -= 1
            // The others may have ended as well.
            state.idle = []
            state.abandoned.append(helper)
        }
    }

    private func exchange(
        with helper: HelperProcess, request: UInt64, _ pidfd: Int32
    ) throws(ExchangeFailure) -> Result<Identification, IdentificationFailure> {
        let deadline = DispatchTime.now() + timeout
        guard helper.send(Request.encode(request), with: pidfd) else { throw .ended }
        while helper.waitForPacket(until: deadline) {
            guard let packet = Packet(from: helper.socket.number, capacity: AnswerCodec.size),
                packet.length == AnswerCodec.size, let answer = try? AnswerCodec.decode(packet.bytes)
            else { throw .ended }
            guard answer.request == request else { continue }
            switch answer.outcome {
            case .failure(let failure): return .failure(failure)
            case .success(let evidence):
                guard let map = packet.takeAttached() else { throw .ended }
                let declaration = try declaration(answer, from: helper, until: deadline)
                return .success(
                    Identification(evidence: evidence, declaration: declaration, program: ProgramWitness(map)))
            }
        }
        throw .tooSlow
    }

    private func declaration(
        _ answer: AnswerCodec.Answer, from helper: HelperProcess, until deadline: DispatchTime
    ) throws(ExchangeFailure) -> Declaration {
        var declaration = Declaration(answer.declaration)
        while declaration.contents.count < Int(answer.declarationSize) {
            let left = Int(answer.declarationSize) - declaration.contents.count
            guard helper.waitForPacket(until: deadline) else { throw .tooSlow }
            guard let packet = Packet(from: helper.socket.number, capacity: AnswerCodec.contentsPacketSize),
                packet.length == min(left, AnswerCodec.contentsPacketSize)
            else { throw .ended }
            declaration.contents += packet.bytes
        }
        return declaration
    }
}
