import DataProtection
import Glibc
import LinuxSupport

/// The progress of a file, shown on a terminal if it takes longer than a second.
final class FileProgress {
    private let name: String
    private let isShown = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private var last: Int?
    private var lineWidth = 0

    init(_ name: String) { self.name = UntrustedText.forTerminal(name) }

    /// - Throws: if a signal such as Ctrl-C has come.
    func show(_ done: Int, _ total: Int) throws(ProtectedFileError) {
        if WritingInterruption.hasCome {
            throw ProtectedFileError(.ECANCELED, "interrupted", remedy: "“\(name)” is as it was; run it again")
        }
        let elapsed = ContinuousClock.now - start
        guard isShown, total > 0, elapsed > .seconds(1) else { return }
        // The content may have a million pieces.
        let percent = Int(Double(done) / Double(total) * 100)
        guard percent != last else { return }
        last = percent
        let line = "\(name): \(percent) %, \(ProgressText.text(done, total, after: elapsed))"
        // What is left of a longer line is overwritten.
        StandardStreams.complain("\r\(TextTable.padded(line, lineWidth))")
        lineWidth = TextTable.width(line)
    }

    func end() {
        if last != nil { StandardStreams.complain("\n") }
    }
}

/// The rate and the remaining time of work that is counted in bytes.
enum ProgressText {
    /// - Parameter elapsed: more than no time.
    static func text(_ done: Int, _ total: Int, after elapsed: Duration) -> String {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        let rate = Double(done) / seconds
        guard rate > 0 else { return "0 B/s" }
        let left = Int((Double(total - done) / rate).rounded(.up))
        return "\(size(rate))/s, \(time(left)) left"
    }

    private static func size(_ bytes: Double) -> String {
        var (value, unit) = (bytes, "B")
        for next in ["KiB", "MiB", "GiB"] where value >= 1024 { (value, unit) = (value / 1024, next) }
        return "\(Int(value.rounded())) \(unit)"
    }

    private static func time(_ seconds: Int) -> String {
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        guard minutes > 0 else { return "\(seconds) s" }
        return minutes < 60 ? "\(minutes) min \(rest) s" : "\(minutes / 60) h \(minutes % 60) min"
    }
}

/// Ctrl-C while a file is written: what is half done is removed, and the file stays what it was.
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
