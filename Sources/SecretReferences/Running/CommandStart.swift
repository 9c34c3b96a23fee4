import CLinux
import Glibc
import LinuxSupport

/// A command with its environment.
public struct SecretCommand: Sendable {
    /// The command's name or path, and its arguments.
    public let arguments: [String]
    let environment: EnvironmentBlock

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - arguments: not empty. The first is looked up in `PATH` if it has no slash.
    ///   - environment: the whole environment of the command.
    public init(_ arguments: [String], environment: EnvironmentBlock) {
        (self.arguments, self.environment) = (arguments, environment)
    }

    /// Becomes the command: this process goes on as it, with the same id and streams.
    ///
    /// - Throws: ``CommandNotStarted``.
    public func replaceProcess() throws(CommandNotStarted) -> Never {
        let code = withCommand(streams: (STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO), terminal: -1) { command in
            withUnsafePointer(to: command) { clinux_replace_process($0) }
        }
        throw CommandNotStarted(name: arguments.first ?? "", code: code)
    }

    /// Starts the command in a new process.
    ///
    /// - Returns: the process id of the command, or with a terminal that of its session's leader.
    func start(
        streams: (input: Int32, output: Int32, errors: Int32), terminal: Int32, reports: Int32
    ) throws(CommandNotStarted) -> pid_t {
        var process: pid_t = 0
        let code = withCommand(streams: streams, terminal: terminal) { command in
            withUnsafePointer(to: command) { clinux_start_command($0, reports, &process) }
        }
        guard code == 0 else { throw CommandNotStarted(name: arguments.first ?? "", code: code) }
        return process
    }

    private func withCommand<Result>(
        streams: (input: Int32, output: Int32, errors: Int32), terminal: Int32, _ body: (clinux_command) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return environment.withPointers { environment in
            copies.withUnsafeBufferPointer { arguments in
                body(
                    clinux_command(
                        arguments: arguments.baseAddress, environment: environment, input: streams.input,
                        output: streams.output, errors: streams.errors, terminal: terminal))
            }
        }
    }
}

/// The reason for which a command cannot be started.
public struct CommandNotStarted: Error, Sendable {
    /// The command's name or path.
    public let name: String
    /// The error number.
    public let code: Int32

    /// The exit status that shells and env(1) have for it: 127 if there is no such command, else 126.
    public var status: Int32 { code == ENOENT ? 127 : 126 }
    /// The reason.
    public var reason: String {
        code == ENOENT ? "there is no command “\(name)”" : "“\(name)” cannot be run: \(String(cString: strerror(code)))"
    }
    /// The advice to the user.
    public var remedy: String {
        switch code {
        case ENOENT: "check its name and PATH"
        case E2BIG: "the values are too large for an environment: write them to files with “chatelaine read … -o FILE”"
        default: "check the file and its permissions"
        }
    }
}

/// The end of a command.
public enum CommandEnding: Sendable, Equatable {
    /// It has exited with this status.
    case exited(Int32)
    /// This signal has ended it.
    case signalled(Int32)

    init(waitStatus: Int32) {
        self = exitStatus(waitStatus).map(CommandEnding.exited) ?? .signalled(waitStatus & 0x7f)
    }

    /// Ends this process in the same way, by the same signal if it was one. No core file is written, which would have secrets.
    public func endProcess() -> Never {
        switch self {
        case .exited(let status): exit(status)
        case .signalled(let number):
            ProcessLimits.forbidCores()
            signal(number, SIG_DFL)
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, number)
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            kill(getpid(), number)
            // For a signal that ends nothing here, such as one that this process is started to ignore.
            exit(128 + number)
        }
    }
}
