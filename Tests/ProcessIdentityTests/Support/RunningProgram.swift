import CLinux
import Foundation
import Glibc
import ProcessIdentity
import Testing

/// A program that runs as a child of the test, until the test lets go of it.
final class RunningProgram {
    let pid: pid_t
    let pidfd: Int32
    private let input: Int32
    private let output: Int32
    private var hasEnded = false

    /// Starts a program without waiting for anything.
    init(_ command: [String], environment: [String] = ["PATH=/usr/bin:/bin"]) throws {
        var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(
            socketpair(AF_UNIX, kind, 0, &inputs) == 0 && socketpair(AF_UNIX, kind, 0, &outputs) == 0)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
        posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var pid: pid_t = 0
        let result = posix_spawn(&pid, command[0], &actions, nil, &arguments, &variables)
        close(inputs[0])
        close(outputs[1])
        (input, output) = (inputs[1], outputs[0])
        self.pid = pid
        pidfd = result == 0 ? clinux_pidfd_open(pid) : -1
        try #require(result == 0 && pidfd >= 0)
    }

    /// Starts the subject and waits until it is in the state that it is to be in.
    static func subject(
        _ arguments: String..., at path: String? = nil, environment: [String] = [], through prefix: [String] = []
    ) throws -> RunningProgram {
        let program = try path ?? Workshop.subject.get()
        let running = try RunningProgram(prefix + [program] + arguments, environment: environment)
        try #require(running.readLine() == "ready")
        return running
    }

    /// Starts a program that gives back what it gets, such as `cat`, and waits until it does.
    static func echo(_ command: String..., environment: [String] = []) throws -> RunningProgram {
        let running = try RunningProgram(command, environment: environment)
        running.write("hello\n")
        try #require(running.readLine() == "hello")
        return running
    }

    deinit {
        end()
        close(pidfd)
        close(output)
    }

    func write(_ text: String) { _ = Glibc.write(input, text, text.utf8.count) }

    /// A line of its output, or what comes before the end of it.
    func readLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Waits until it ends by itself: its exit code, or nil if a signal ended it.
    func waitForExit() -> Int32? {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        close(input)
        return status & 0x7F == 0 ? status >> 8 : nil
    }

    /// Ends it, and waits for that; its number may be somebody else's from then on.
    func end() {
        if hasEnded { return }
        hasEnded = true
        close(input)
        _ = clinux_pidfd_send_signal(pidfd, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// Ends it, but leaves it a zombie.
    func endWithoutWaiting() {
        _ = clinux_pidfd_send_signal(pidfd, SIGKILL)
        waitForEnd(of: pidfd)
    }

    /// What an inspector that knows nothing yet finds out about it.
    func inspect() throws -> ProcessEvidence { try Inspector().inspect(pidfd: pidfd) }
}

/// Waits until the process of a pidfd has exited.
func waitForEnd(of pidfd: Int32) {
    var question = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
    while poll(&question, 1, -1) < 0 {}
}

/// The user that tests become; there need not be an account for it.
enum OrdinaryUser {
    static let id: UInt32 = 54_321
    /// Runs what follows as that user, if the tests are root's.
    static let prefix = ["/usr/bin/setpriv", "--reuid", "\(id)", "--regid", "\(id)", "--clear-groups"]
    static var canBecome: Bool { getuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 }
}
