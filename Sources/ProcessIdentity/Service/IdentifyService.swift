import Dispatch
import Glibc
import LinuxSupport
import Synchronization

/// Finds out what a process is, by asking a helper.
///
/// The caller may be confined in ways that keep it from `/proc`, and may hold keys; the helper is neither. It is started at
/// the first question, and again when it has died or was too slow. Questions of several threads are answered one after
/// the other.
public final class IdentifyService: Sendable {
    private struct State {
        var helper: HelperProcess?
        var lastRequest: UInt64 = 0
    }

    private enum Silence: Error {
        case ended, tooSlow
    }

    private let makeHelper: @Sendable () throws(IdentificationFailure) -> HelperProcess
    private let patience: DispatchTimeInterval
    private let state = Mutex(State())

    /// A service that has not started its helper yet.
    ///
    /// - Parameter helper: absolute path of `chatelaine-identify`.
    public convenience init(helper: String) { self.init(command: [helper]) }

    /// A service whose helpers are children of another one: nothing is started by this process.
    ///
    /// - Parameter helper: the way to that one.
    public init(helper: IdentifyHelper) {
        makeHelper = { () throws(IdentificationFailure) in try helper.makeChild() }
        patience = Self.usualPatience
    }

    init(command: [String], patience: DispatchTimeInterval = usualPatience) {
        makeHelper = { () throws(IdentificationFailure) in try HelperProcess(command: command) }
        self.patience = patience
    }

    private static let usualPatience = DispatchTimeInterval.seconds(5)

    /// Starts the helper unless it runs: for a process that cannot start any later on.
    ///
    /// - Throws: `.unanswered`.
    public func start() throws(IdentificationFailure) {
        try state.withLock { (state) throws(IdentificationFailure) in _ = try running(&state) }
    }

    /// Inspects the process that a pidfd refers to. Blocks, for at most 5 s (and those before it).
    ///
    /// - Parameter pidfd: stays the caller's.
    /// - Throws: what the inspection found in the way; `.unanswered` if the helper cannot be started, died twice or took
    ///   too long.
    public func identify(pidfd: Int32) throws(IdentificationFailure) -> ProcessEvidence {
        try identification(pidfd: pidfd).evidence
    }

    /// Inspects the process that a pidfd refers to, and gives a witness that tells how long the answer holds.
    ///
    /// - Parameter pidfd: stays the caller's.
    /// - Throws: as `identify(pidfd:)`.
    public func identification(pidfd: Int32) throws(IdentificationFailure) -> Identification {
        let outcome = try state.withLock { (state) throws(IdentificationFailure) in try ask(&state, pidfd) }
        return try outcome.get()
    }

    /// The helper that runs now.
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
            do throws(Silence) {
                return try exchange(with: helper, request: state.lastRequest, pidfd)
            } catch {
                // Dead, or in no state to be asked again.
                helper.kill()
                state.helper = nil
                // Whatever it was about this process that took so long would do so again.
                if error == .tooSlow { break }
            }
        }
        throw .unanswered
    }

    private func exchange(
        with helper: HelperProcess, request: UInt64, _ pidfd: Int32
    ) throws(Silence) -> Result<Identification, IdentificationFailure> {
        let deadline = DispatchTime.now() + patience
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
