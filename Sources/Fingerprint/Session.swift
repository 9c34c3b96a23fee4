import DBus
import LinuxSupport

extension FingerprintReader {
    func connect(_ cancellation: Cancellation?) throws(ReaderError) -> FprintConnection {
        guard user.utf8.count <= 256, !user.contains("\0") else {
            throw ReaderError(.failed, "there is no such user", remedy: "give the name of an account")
        }
        return try FprintConnection(self, cancellation)
    }

    /// Returns the enrolled fingers, sorted.
    func fingers(_ daemon: FprintConnection, _ device: String) throws(ReaderError) -> [Finger] {
        let answer: BusMessage
        do throws(ReaderError) {
            answer = try daemon.call(daemon.method("ListEnrolledFingers", of: device, [user]))
        } catch {
            guard error.kind == .notEnrolled else { throw error }
            return []
        }
        guard let names = answer.list(of: "s") else { throw .noAnswer }
        var fingers: Set<Finger> = []
        for name in names {
            guard let finger = Finger(rawValue: name) else {
                throw ReaderError(
                    .failed, "fprintd reports an unknown finger “\(UntrustedText.forPrompt(name, limit: 200))”")
            }
            fingers.insert(finger)
        }
        return fingers.sorted()
    }

    /// Runs `body` while this connection has claimed the reader.
    func withReader<Result>(
        _ cancellation: Cancellation?, _ body: (FprintConnection, String) throws(ReaderError) -> Result
    ) throws(ReaderError) -> Result {
        let daemon = try connect(cancellation)
        let device = try daemon.defaultDevice()
        try daemon.listen(to: device)
        do throws(ReaderError) {
            return try daemon.withCalls(
                begin: daemon.method("Claim", of: device, [user]), end: daemon.method("Release", of: device, [])
            ) { () throws(ReaderError) in
                // The previous use of the reader is over: fprintd has sent all its signals for it.
                daemon.forgetSignals()
                return try body(daemon, device)
            }
        } catch {
            // A reader that is unplugged first reports only a failure. Then it cannot be released, and a little later fprintd no longer
            // lists it.
            guard error.kind == .failed, daemon.couldNotStop || !daemon.has(device) else { throw error }
            throw ReaderError(.disconnected, "the reader was unplugged")
        }
    }
}

extension FprintConnection {
    /// The time limit for the reader to stop, in microseconds. fprintd stops and releases the reader of a connection that has ended, so
    /// nothing depends on it; it is shorter after a cancellation, because the canceller waits.
    private static let stopTimeout: UInt64 = 1_000_000
    private static let cancelledStopTimeout: UInt64 = 100_000

    /// Runs `body` between two calls. The second is made even if `body` fails, but not if the first was refused.
    func withCalls<Success>(
        begin: BusCall, end: BusCall, within timeout: UInt64 = callTimeout,
        _ body: () throws(ReaderError) -> Success
    ) throws(ReaderError) -> Success {
        let result: Result<Success, ReaderError>
        var wasRefused = false
        do throws(ReaderError) {
            let answer = try answer(to: begin, within: timeout)
            if let refusal = ReaderError(refusal: answer) {
                wasRefused = true
                throw refusal
            }
            result = .success(try body())
        } catch { result = .failure(error) }
        if !wasRefused {
            if case .failure(let error) = result, error.kind == .cancelled {
                finish(end, within: Self.cancelledStopTimeout)
            } else {
                finish(end, within: Self.stopTimeout)
            }
        }
        return try result.get()
    }
}
