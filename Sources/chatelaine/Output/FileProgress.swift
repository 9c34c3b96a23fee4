import DataProtection
import Glibc
import LinuxSupport

/// How far a file is, on a terminal, if it takes longer than a second.
final class FileProgress {
    private let name: String
    private let isShown = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private var last: Int?

    init(_ name: String) { self.name = UntrustedText.forTerminal(name) }

    /// - Throws: if somebody has pressed Ctrl-C.
    func show(_ done: Int, _ total: Int) throws(ProtectedFileError) {
        if WritingInterruption.hasCome { throw ProtectedFileError(.ECANCELED, "cancelled") }
        guard isShown, total > 0, ContinuousClock.now - start > .seconds(1) else { return }
        // The content may have a million pieces.
        let percent = Int(Double(done) / Double(total) * 100)
        guard percent != last else { return }
        last = percent
        StandardStreams.complain("\r\(name): \(percent) %")
    }

    func end() {
        if last != nil { StandardStreams.complain("\n") }
    }
}

/// Ctrl-C while a file is written: what is half done is removed, and the file stays what it was.
enum WritingInterruption {
    /// Written by a signal handler.
    nonisolated(unsafe) private static var flag: sig_atomic_t = 0

    static var hasCome: Bool { flag != 0 }

    /// Runs `body`, which looks at ``hasCome`` from time to time.
    static func whileWatching(_ body: () throws -> Void) throws {
        watch()
        defer { for number in signals { _ = signal(number, SIG_DFL) } }
        try body()
    }

    /// A prompt for a passcode has signals do something else.
    static func watch() {
        for number in signals { _ = signal(number) { _ in WritingInterruption.flag = 1 } }
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
}
