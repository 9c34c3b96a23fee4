import Glibc
import LinuxSupport
import Secrets

/// A stream of a command, which is masked and passed on.
final class CommandOutput {
    enum Source {
        case pipe(PipeToChild)
        case terminal(CommandTerminal)
    }

    private let source: Source
    private let stream: Int32
    private let mask: OutputMask
    private(set) var isAtEnd = false

    /// - Parameter stream: the descriptor that the output is written to.
    init(from source: Source, to stream: Int32, _ patterns: MaskPatterns) {
        (self.source, self.stream, mask) = (source, stream, OutputMask(patterns))
    }

    var reader: Int32 {
        switch source {
        case .pipe(let pipe): pipe.reader
        case .terminal(let terminal): terminal.user
        }
    }

    var isTerminal: Bool { if case .terminal = source { true } else { false } }
    var holdsBeginning: Bool { !isAtEnd && mask.holdsBeginning }

    /// Reads once and passes on what came.
    ///
    /// - Returns: whether something came.
    @discardableResult func passOn(_ size: Int) -> Bool {
        guard !isAtEnd else { return false }
        var bytes = [UInt8](repeating: 0, count: size)
        defer { bytes.withUnsafeMutableBytes { wipe($0) } }
        let count = retrying { read(reader, &bytes, bytes.count) }
        if count < 0, errno == EAGAIN { return false }
        guard count > 0 else {
            end()
            return false
        }
        written {
            try bytes.withUnsafeBytes { try mask.process(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: write) }
        }
        return true
    }

    /// Passes on what is there already.
    func passOnAvailable() {
        var wanted = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        while !isAtEnd, poll(&wanted, 1, 0) > 0, wanted.revents & Int16(POLLIN) != 0, passOn(1 << 16) {}
    }

    /// Passes on what is left, at the end of the command.
    func finish() {
        passOnAvailable()
        end()
    }

    func releaseBeginning() { written { try mask.releaseBeginning(to: write) } }

    private func end() {
        guard !isAtEnd else { return }
        isAtEnd = true
        do { try mask.finish(to: write) } catch {}
        // The command's terminal stays: closing it would send SIGHUP to what runs there.
        if !isTerminal { closeReader() }
    }

    private func closeReader() {
        switch source {
        case .pipe(let pipe): pipe.closeReader()
        case .terminal(let terminal): terminal.hangUp()
        }
    }

    /// Runs what writes. If the reader has gone, the command gets to know it at its next write.
    private func written(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            isAtEnd = true
            closeReader()
        }
    }

    private struct ReaderIsGone: Error {}

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        if writeAll(bytes, to: stream).errno != 0 { throw ReaderIsGone() }
    }
}
