import Dispatch
import Glibc
import LinuxSupport
import Synchronization

/// A client that identifies processes by asking a helper.
///
/// The caller may be confined in ways that keep it from `/proc`, and may hold keys; neither applies to the helper. It is started at the
/// first request, and again after it has died or was too slow. Requests of several threads are answered one after the other.
package final class IdentifyService: Sendable {
    private struct State {
        var helper: HelperProcess?
        var lastRequest: UInt64 = 0
    }

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
        try state.withLock { (state) throws(IdentificationFailure) in _ = try running(&state) }
    }

    /// Inspects the process that a pidfd refers to. Blocks for at most 5 s per attempt, in addition to the requests before it.
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
        let outcome = try state.withLock { (state) throws(IdentificationFailure) in try ask(&state, pidfd) }
        return try outcome.get()
    }

    /// The helper that is running now.
    var helper: HelperProcess? { state.withLock { $0.helper } }

    private func running(_ state: inout State) throws(IdentificationFailure) -> HelperProcess {
        if let helper = state.helper { return helper }
        let helper = try makeHelper()
        state.helper = helper
        return helper
    }

    private func ask(
        _ state: inout State, _ pidfd: Int32
    ) throws(IdentificationFailure) -> Result<Identification, IdentificationFailure> {
        for _ in 1...2 {
            let helper = try running(&state)
            state.lastRequest &+= 1
            do throws(ExchangeFailure) {
                return try exchange(with: helper, request: state.lastRequest, pidfd)
            } catch {
                // The helper is dead, or its connection is in an undefined state.
                helper.kill()
                state.helper = nil
                // The same process would cause the same delay again.
                if error == .tooSlow { break }
            }
        }
        throw .unanswered
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
                return .success(Identification(evidence: evidence, program: ProgramWitness(map)))
            }
        }
        throw .tooSlow
    }
}
