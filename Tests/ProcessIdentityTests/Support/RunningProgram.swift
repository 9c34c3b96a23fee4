import CLinux
import Foundation
import Glibc
import ProcessIdentity
import TestSupport
import Testing

/// A program that runs as a child of the test, until the test lets go of it.
final class RunningProgram {
    private let process: ChildProcess
    let pidfd: Int32

    var pid: pid_t { process.id }

    /// Starts a program without waiting for anything.
    init(_ command: [String], environment: [String: String] = ["PATH": "/usr/bin:/bin"]) throws {
        process = try ChildProcess(command, variables: environment, input: .piped)
        pidfd = clinux_pidfd_open(process.id)
        try #require(pidfd >= 0)
    }

    /// Starts the subject and waits until it is in the state that it is to be in.
    static func subject(
        _ arguments: String..., at path: String? = nil, environment: [String: String] = [:],
        through prefix: [String] = []
    ) throws -> RunningProgram {
        let program = try path ?? Workshop.subject.get()
        let running = try RunningProgram(prefix + [program] + arguments, environment: environment)
        try #require(running.readLine() == "ready")
        return running
    }

    /// Starts a program that gives back what it gets, such as `cat`, and waits until it does.
    static func echo(_ command: String..., environment: [String: String] = [:]) throws -> RunningProgram {
        let running = try RunningProgram(command, environment: environment)
        running.write("hello\n")
        try #require(running.readLine() == "hello")
        return running
    }

    deinit { close(pidfd) }

    func write(_ text: String) { process.write(text) }

    /// A line of its output; empty at the end of it.
    func readLine() -> String { process.line() ?? "" }

    /// Waits until it ends by itself: its exit code, or the number of the signal with a minus.
    func waitForExit() -> Int32 { process.wait() }

    /// Ends it, and waits for that; another process may get its number from then on.
    func end() { process.end() }

    /// Ends it, but leaves it a zombie.
    func endWithoutWaiting() {
        process.send(SIGKILL)
        process.waitWithoutReaping()
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
