import CLinux
import Glibc
import LinuxSupport
import Secrets

/// A command that runs with masked output, and this process in front of it: input, output, signals, the terminal.
///
/// If standard output or standard error is a terminal, the command has a pseudo-terminal in its place; what is no terminal stays apart.
/// Specified in: Docs/secret-references.md, "run".
public final class CommandRun {
    /// The signals that are passed on. ^C and ^\ of a terminal reach a command without a pseudo-terminal by themselves.
    private static let passedOn = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM]
    private static let terminating = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    private static let chunkSize = 1 << 16
    /// The pause in milliseconds after which held bytes are let through (`OutputMask`).
    private static let pause: Int32 = 50

    private let command: SecretCommand
    private let signals: PipeToChild
    private let reports: PipeToChild
    private let terminal: CommandTerminal?
    private var outputs: [CommandOutput] = []
    private var process: pid_t = 0
    /// The command's own process id; with a terminal known from a report.
    private var commandID: pid_t = 0
    private var ending: CommandEnding?
    private var startError: Int32 = 0
    /// Whether a signal that ends programs has come: what the command leaves in the background is not waited for.
    private var endsWithCommand = false
    private var readsInput: Bool
    private var typed: [UInt8] = []

    /// Starts a command.
    ///
    /// - Throws: ``CommandNotStarted`` if a pipe, a terminal or the process cannot be made.
    public init(_ command: SecretCommand, patterns: MaskPatterns) throws(CommandNotStarted) {
        self.command = command
        guard let signals = PipeToChild(), let reports = PipeToChild() else {
            throw CommandNotStarted(name: "a pipe", code: errno)
        }
        (self.signals, self.reports) = (signals, reports)
        let window = [STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
        var terminal: CommandTerminal?
        if let window { terminal = try CommandTerminal(window: window) }
        self.terminal = terminal
        readsInput = terminal?.readsKeyboard ?? false
        for end in [signals.reader, signals.writer, reports.reader] {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        }
        let watched = Self.passedOn + [SIGCHLD, SIGWINCH, SIGCONT]
        let code = clinux_relay_signals(signals.writer, watched, watched.count)
        guard code == 0 else { throw CommandNotStarted(name: "signals", code: code) }
        try start(patterns)
    }

    private func start(_ patterns: MaskPatterns) throws(CommandNotStarted) {
        let input = terminal?.readsKeyboard == true ? terminal?.command ?? -1 : STDIN_FILENO
        var writers: [Int32] = []
        var pipes: [PipeToChild] = []
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            if let terminal, isatty(stream) == 1 {
                writers.append(terminal.command)
                continue
            }
            guard let pipe = PipeToChild() else { throw CommandNotStarted(name: "a pipe", code: errno) }
            writers.append(pipe.writer)
            pipes.append(pipe)
            outputs.append(CommandOutput(from: .pipe(pipe), to: stream, patterns))
        }
        if let terminal {
            let stream = isatty(STDOUT_FILENO) == 1 ? STDOUT_FILENO : STDERR_FILENO
            outputs.append(CommandOutput(from: .terminal(terminal), to: stream, patterns))
        }
        process = try command.start(
            streams: (input, writers[0], writers[1]), terminal: terminal?.command ?? -1, reports: reports.writer)
        if terminal == nil { commandID = process }
        terminal?.closeCommandEnd()
        for pipe in pipes { pipe.closeWriter() }
        reports.closeWriter()
        terminal?.makeRaw()
    }

    /// Passes everything on until the command has ended.
    ///
    /// Without a pseudo-terminal, output is passed on until every process that has it has closed it, as in a pipeline.
    ///
    /// - Throws: ``CommandNotStarted`` if the command could not be started.
    public func waitForEnd() throws(CommandNotStarted) -> CommandEnding {
        while !isOver { waitForEvents() }
        for output in outputs { output.finish() }
        terminal?.restore()
        if terminal != nil { waitForChild(process) }
        if startError != 0 { throw CommandNotStarted(name: command.arguments.first ?? "", code: startError) }
        return ending ?? .signalled(SIGKILL)
    }

    private var isOver: Bool {
        guard ending != nil else { return false }
        if endsWithCommand { return true }
        return outputs.allSatisfy { $0.isAtEnd || $0.isTerminal }
    }

    // MARK: - Events

    private func waitForEvents() {
        var watched: [(descriptor: Int32, events: Int16, handle: (Int16) -> Void)] = [
            (signals.reader, Int16(POLLIN), { [self] _ in readSignals() })
        ]
        if reports.reader >= 0 { watched.append((reports.reader, Int16(POLLIN), { [self] _ in readReports() })) }
        for output in outputs where !output.isAtEnd {
            watched.append((output.reader, Int16(POLLIN), { _ in output.passOn(Self.chunkSize) }))
        }
        if let terminal, terminal.user >= 0, !typed.isEmpty {
            watched.append((terminal.user, Int16(POLLOUT), { [self] _ in type() }))
        } else if let terminal, readsInput, terminal.isInForeground {
            watched.append((STDIN_FILENO, Int16(POLLIN), { [self] _ in readKeyboard() }))
        }
        var descriptors = watched.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        let timeout = outputs.contains(where: \.holdsBeginning) ? Self.pause : -1
        let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
        if count == 0 { for output in outputs { output.releaseBeginning() } }
        guard count > 0 else { return }
        for (descriptor, entry) in zip(descriptors, watched) where descriptor.revents != 0 {
            entry.handle(descriptor.revents)
        }
    }

    // MARK: - Signals

    private func readSignals() {
        var signal = clinux_signal()
        while read(signals.reader, &signal, MemoryLayout<clinux_signal>.size) == MemoryLayout<clinux_signal>.size {
            switch signal.number {
            case SIGCHLD: if terminal == nil { reap() }
            case SIGWINCH: terminal?.updateSize()
            case SIGCONT: terminal?.makeRaw()
            default: passOn(signal)
            }
        }
    }

    private func passOn(_ signal: clinux_signal) {
        if Self.terminating.contains(signal.number) { endsWithCommand = true }
        // The terminal has sent it to the whole group in the foreground, and the command is in it.
        if terminal == nil, signal.code == Self.fromKernel { return }
        if commandID > 0, ending == nil { kill(commandID, signal.number) }
    }

    /// `SI_KERNEL` of sigaction(2), which Swift does not import.
    private static let fromKernel: Int32 = 0x80

    private func reap() {
        var status: Int32 = 0
        guard ending == nil, waitpid(process, &status, WNOHANG) == process else { return }
        readReports()
        ending = CommandEnding(waitStatus: status)
    }

    private func readReports() {
        var report = clinux_report()
        let size = MemoryLayout<clinux_report>.size
        while reports.reader >= 0 {
            let count = retrying { read(reports.reader, &report, size) }
            if count < 0, errno == EAGAIN { return }
            guard count == size else {
                // The leader of the session has ended without a word if there is no ending yet.
                reports.closeReader()
                if terminal != nil, ending == nil { ending = .signalled(SIGKILL) }
                return
            }
            handle(report)
        }
    }

    private func handle(_ report: clinux_report) {
        switch Int(report.kind) {
        case CLINUX_STARTED: commandID = report.value
        case CLINUX_NOT_STARTED: startError = report.value
        case CLINUX_STOPPED: stop()
        case CLINUX_ENDED: ending = CommandEnding(waitStatus: report.value)
        default: break
        }
    }

    /// Stops this process as the command was, and goes on with it.
    private func stop() {
        for output in outputs where !output.isAtEnd { output.passOnAvailable() }
        terminal?.restore()
        // Returns when the shell has this process continue. At once if there is no shell: the kernel stops no orphaned group.
        kill(0, SIGTSTP)
        terminal?.makeRaw()
        terminal?.updateSize()
        if commandID > 0 { kill(-commandID, SIGCONT) }
    }

    // MARK: - Keyboard

    private func readKeyboard() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count > 0 {
            typed = Array(bytes[..<count])
            type()
        } else if count == 0 || errno != EINTR && errno != EAGAIN {
            // The window is gone; its end comes as a signal as well.
            readsInput = false
        }
        bytes.withUnsafeMutableBytes { wipe($0) }
    }

    private func type() {
        guard let terminal else { return }
        let count = write(terminal.user, typed, typed.count)
        let isBusy = count < 0 && (errno == EAGAIN || errno == EINTR)
        let rest = count > 0 ? Array(typed[count...]) : isBusy ? typed : []
        typed.withUnsafeMutableBytes { wipe($0) }
        typed = rest
    }
}
