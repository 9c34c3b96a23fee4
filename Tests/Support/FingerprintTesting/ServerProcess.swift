import Foundation
import Glibc
import ProcessTesting

/// A program that runs for a test and ends with it at the latest.
package final class ServerProcess {
    private let process: StartedProcess
    private let output: FileHandle
    private let input: FileHandle
    private var rest = Data()

    /// Starts a program. What it writes to standard output can be read line by line.
    ///
    /// - Parameters:
    ///   - words: the program, which is looked for as a shell does, and its arguments.
    ///   - environment: what it finds besides `PATH`.
    ///   - readsErrors: whether what it says of errors can be read too; it goes nowhere otherwise.
    package init(_ words: [String], environment: [String: String] = [:], readsErrors: Bool = false) throws {
        let output = Pipe()
        let input = Pipe()
        self.output = output.fileHandleForReading
        self.input = input.fileHandleForWriting
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let variables = environment.merging(["PATH": path]) { $1 }.map { "\($0)=\($1)" }
        process = try StartedProcess(words, variables: variables) { actions in
            posix_spawn_file_actions_adddup2(&actions, input.fileHandleForReading.fileDescriptor, 0)
            posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, 1)
            if readsErrors {
                posix_spawn_file_actions_adddup2(&actions, 1, 2)
            } else {
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            }
        }
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
    }

    /// Its number.
    package var id: pid_t { process.id }

    /// Sends a signal.
    package func send(_ signal: Int32) { process.send(signal) }

    /// Kills the program if it runs, and waits for its end.
    package func end() { process.end() }

    /// Waits for the next line; nil at the end, or after twenty seconds without one.
    package func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = rest[(end + 1)...] }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            var wanted = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 20_000) > 0 else { return nil }
            let more = output.availableData
            guard !more.isEmpty else { return nil }
            rest += more
        }
    }

    /// Waits for the end. The exit code, or the number of the signal with a minus.
    package func wait() -> Int32 { process.wait() }
}
