import Glibc
import LinuxSupport
import Synchronization

/// The progress of an import or export, on a terminal if it takes longer than a second.
final class ExchangeProgress: Sendable {
    private let name: String
    private let isShown = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private let last = Mutex<String?>(nil)

    init(_ name: String) { self.name = UntrustedText.forTerminal(name) }

    /// - Parameter part: the part of `work` that is done, from 0 to 1.
    /// - Throws: if a signal such as Ctrl-C has come.
    func show(_ work: String, _ part: Double) throws {
        if WritingInterruption.hasCome {
            throw Failure(.cancelled, "interrupted", remedy: "nothing was changed; run it again")
        }
        guard isShown, part.isFinite, ContinuousClock.now - start > .seconds(1) else { return }
        let line = "\(name): \(work), \(Int(min(max(part, 0), 1) * 100)) %"
        last.withLock { last in
            guard last != line else { return }
            StandardStreams.complain("\r\(TextTable.padded(line, last.map(TextTable.width) ?? 0))")
            last = line
        }
    }

    /// Ends the line.
    func end() { if last.withLock({ $0.take() }) != nil { StandardStreams.complain("\n") } }
}
