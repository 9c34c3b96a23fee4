import DBus
import LinuxSupport

extension FingerprintReader {
    func connect(_ cancellation: Cancellation?) throws(ReaderError) -> Daemon {
        guard user.utf8.count <= 256, !user.contains("\0") else {
            throw ReaderError(.failed, "there is no such user", remedy: "give the name of an account")
        }
        return try Daemon(self, cancellation)
    }

    /// Returns the enrolled fingers, sorted.
    func fingers(_ daemon: Daemon, _ device: String) throws(ReaderError) -> [Finger] {
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
        _ cancellation: Cancellation?, _ body: (Daemon, String) throws(ReaderError) -> Result
    ) throws(ReaderError) -> Result {
        let daemon = try connect(cancellation)
        let device = try daemon.defaultDevice()
        try daemon.listen(to: device)
        do throws(ReaderError) {
            return try daemon.between(
                daemon.method("Claim", of: device, [user]), daemon.method("Release", of: device, [])
            ) { () throws(ReaderError) in
                // The previous use of the reader is over: fprintd has sent all its signals for it.
                daemon.forgetSignals()
                return try body(daemon, device)
            }
        } catch {
            // A reader that is unplugged first reports only a failure. Then it cannot be released, and a little later fprintd no longer
            // lists it.
            guard error.kind == .failed, daemon.isRestless || !daemon.has(device) else { throw error }
            throw ReaderError(.disconnected, "the reader was unplugged")
        }
    }
}

extension Daemon {
    /// The time limit for the reader to stop, in microseconds. fprintd stops and releases the reader of a connection that has ended, so
    /// nothing depends on it; it is shorter after a cancellation, because the canceller waits.
    private static let restPatience: UInt64 = 1_000_000
    private static let hurriedPatience: UInt64 = 100_000

    /// Runs `body` between two calls. The second is made even if `body` fails, but not if the first was refused.
    func between<Success>(
        _ begin: BusCall, _ end: BusCall, within patience: UInt64 = patience,
        _ body: () throws(ReaderError) -> Success
    ) throws(ReaderError) -> Success {
        let result: Result<Success, ReaderError>
        var wasRefused = false
        do throws(ReaderError) {
            let answer = try answer(to: begin, within: patience)
            if let refusal = ReaderError(refusal: answer) {
                wasRefused = true
                throw refusal
            }
            result = .success(try body())
        } catch { result = .failure(error) }
        if !wasRefused {
            if case .failure(let error) = result, error.kind == .cancelled {
                finish(end, within: Self.hurriedPatience)
            } else {
                finish(end, within: Self.restPatience)
            }
        }
        return try result.get()
    }
}
