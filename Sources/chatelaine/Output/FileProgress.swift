import DataProtection
import Glibc
import LinuxSupport

/// The progress of a file, shown on a terminal if it takes longer than a second.
final class FileProgress {
    private let name: String
    private let isShown = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private var last: Int?

    init(_ name: String) { self.name = UntrustedText.forTerminal(name) }

    /// - Throws: if a signal such as Ctrl-C has come.
    func show(_ done: Int, _ total: Int) throws(ProtectedFileError) {
        if WritingInterruption.hasCome { throw ProtectedFileError(.ECANCELED, "cancelled") }
        guard isShown, total > 0, ContinuousClock.now - start > .seconds(1) else { return }
        // The content may have a million pieces: only a new percentage is printed.
        let percent = Int(Double(done) / Double(total) * 100)
        guard percent != last else { return }
        last = percent
        StandardStreams.complain("\r\(name): \(percent) %")
    }

    func end() {
        if last != nil { StandardStreams.complain("\n") }
    }
}

/// Signals that interrupt the writing of a file. The half-written copy is removed, and the file stays unchanged.
enum WritingInterruption {
    /// Whether a signal has come. The signal handler writes it.
    nonisolated(unsafe) private static var flag: sig_atomic_t = 0

    static var hasCome: Bool { flag != 0 }

    /// Runs `body`, which checks ``hasCome`` from time to time.
    static func whileWatching(_ body: () throws -> Void) throws {
        watch()
        defer { for number in signals { _ = signal(number, SIG_DFL) } }
        try body()
    }

    /// Installs the signal handlers. Needed again after a prompt for a passcode, which installs others.
    static func watch() {
        for number in signals { _ = signal(number) { _ in WritingInterruption.flag = 1 } }
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
}
