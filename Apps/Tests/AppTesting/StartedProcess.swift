import Dispatch
import Foundation
import Glibc

/// Something that a test needs is not there, or did not happen.
public struct TestFailure: Error, CustomStringConvertible {
    /// For whoever reads the log.
    public let description: String

    /// - Parameter description: for whoever reads the log.
    public init(_ description: String) { self.description = description }
}

/// A process that a test has started, and that ends with it at the latest.
public final class StartedProcess: @unchecked Sendable {
    // Sendable: one test at a time uses the display, and with it what runs there.

    /// Its number.
    public let id: pid_t
    private var status: Int32?

    /// - Parameters:
    ///   - words: the program, which is looked for as a shell does, and its arguments.
    ///   - variables: all of its environment.
    ///   - streams: says what its standard streams are.
    public init(
        _ words: [String], variables: [String: String],
        streams: (inout posix_spawn_file_actions_t) -> Void = { _ in }
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        streams(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that run tests block signals, and a process inherits that.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        // POSIX_SPAWN_SETSID of <spawn.h>, which is shown to GNU programs only: no terminal is inherited.
        posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var id = pid_t()
        let error = posix_spawnp(&id, words.first ?? "", &actions, &attributes, &arguments, &environment)
        self.id = id
        guard error == 0 else {
            status = -1
            throw TestFailure("\(words) cannot be started: \(String(cString: strerror(error)))")
        }
    }

    deinit { end() }

    /// Whether it has not ended yet.
    public var isRunning: Bool {
        guard status == nil else { return false }
        var word: Int32 = 0
        guard waitpid(id, &word, WNOHANG) == id else { return true }
        note(word)
        return false
    }

    /// Sends a signal.
    public func send(_ signal: Int32) { kill(id, signal) }

    /// Kills it if it runs, and waits for its end.
    public func end(_ signal: Int32 = SIGKILL) {
        guard status == nil else { return }
        send(signal)
        _ = wait()
    }

    /// Waits for the end. The exit code, or the number of the signal with a minus.
    public func wait() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(id, &word, 0) == -1, errno == EINTR {}
        return note(word)
    }

    /// Waits until it has ended by itself.
    ///
    /// - Returns: as ``wait()``.
    /// - Throws: a ``TestFailure`` if it still runs after a minute.
    @discardableResult public func waitForEnd() throws -> Int32 {
        if status == nil {
            let hasEnded = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [id] in
                var information = siginfo_t()
                // The kernel keeps the status for ``wait()``.
                while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
                hasEnded.signal()
            }
            guard hasEnded.wait(timeout: .now() + 60) == .success else {
                throw TestFailure("process \(id) does not end")
            }
        }
        return wait()
    }

    @discardableResult private func note(_ word: Int32) -> Int32 {
        let signal = word & 0x7f
        let result = signal == 0 ? word >> 8 & 0xff : -signal
        status = result
        return result
    }

    /// Starts a process, and waits for the first line that it prints.
    ///
    /// - Parameter descriptor: on which it prints it.
    public static func announced(
        _ words: [String], variables: [String: String], on descriptor: Int32 = 1
    ) throws -> (process: StartedProcess, line: String) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw TestFailure("no pipe") }
        defer { close(ends[0]) }
        // Not inherited by others that another thread starts; one that does not close on exec is made in the child.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = try StartedProcess(words, variables: variables) {
            posix_spawn_file_actions_addopen(&$0, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&$0, ends[1], descriptor)
        }
        close(ends[1])
        var said: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != 10 { said.append(byte) }
        return (process, String(decoding: said, as: UTF8.self))
    }

    /// Runs a program to its end.
    ///
    /// - Returns: what it has printed, and what it has ended with.
    @discardableResult public static func run(
        _ words: [String], variables: [String: String] = ProcessInfo.processInfo.environment, input: String = ""
    ) throws -> (output: String, status: Int32) {
        let process = Process()
        let (output, given) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.environment = variables
        (process.standardOutput, process.standardInput) = (output, given)
        try process.run()
        try? given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? given.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
}
