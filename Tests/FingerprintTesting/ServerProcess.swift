import Foundation
import Glibc

/// A program that runs for a test and ends with it at the latest.
package final class ServerProcess {
    /// Its number.
    package let id: pid_t
    private let output: FileHandle
    private let input: FileHandle
    private var rest = Data()
    private var status: Int32?

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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.fileHandleForReading.fileDescriptor, 0)
        posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, 1)
        if readsErrors {
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
        } else {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that run tests block signals, and a process inherits that.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let variables = environment.merging(["PATH": path]) { $1 }.map { "\($0)=\($1)" }
        var arguments = words.map { strdup($0) } + [nil]
        var settings = variables.map { strdup($0) } + [nil]
        defer { (arguments + settings).forEach { free($0) } }
        var id = pid_t()
        let error = posix_spawnp(&id, words.first ?? "", &actions, &attributes, &arguments, &settings)
        self.id = id
        guard error == 0 else {
            status = -1
            throw VirtualReader.Failure(description: "\(words) cannot be started: \(String(cString: strerror(error)))")
        }
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
    }

    deinit { end() }

    /// Sends a signal.
    package func send(_ signal: Int32) { kill(id, signal) }

    /// Kills the program if it runs, and waits for its end.
    package func end() {
        guard status == nil else { return }
        kill(id, SIGKILL)
        _ = wait()
    }

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
    package func wait() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(id, &word, 0) == -1, errno == EINTR {}
        let signal = word & 0x7f
        let result = signal == 0 ? word >> 8 & 0xff : -signal
        status = result
        return result
    }
}
