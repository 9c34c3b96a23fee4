import Foundation
import Glibc
import Testing

/// A program that runs for a test and ends with it at the latest.
final class ChildProcess {
    private let id: pid_t
    private let stream: FileHandle
    private var rest = Data()
    private var status: Int32?

    /// - Parameters:
    ///   - environment: what the program finds besides `PATH` and `HOME`.
    ///   - stream: which of the program's streams can be read, 1 for output or 2 for errors.
    ///   - isQuiet: whether what the program writes to the other stream goes nowhere.
    init(
        _ words: [String], environment: [String: String] = [:], reading stream: Int32 = 1, isQuiet: Bool = false
    ) throws {
        let pipe = Pipe()
        self.stream = pipe.fileHandleForReading
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, stream)
        if isQuiet { posix_spawn_file_actions_addopen(&actions, 3 - stream, "/dev/null", O_WRONLY, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that run tests block signals, and a process inherits that.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let inherited = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
        let variables = inherited.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var arguments = words.map { strdup($0) } + [nil]
        var settings = variables.map { strdup($0) } + [nil]
        defer { (arguments + settings).forEach { free($0) } }
        var id = pid_t()
        let error = posix_spawnp(&id, try #require(words.first), &actions, &attributes, &arguments, &settings)
        self.id = id
        try #require(error == 0, "\(words) cannot be started")
        try pipe.fileHandleForWriting.close()
    }

    deinit { end() }

    func send(_ signal: Int32) { kill(id, signal) }

    /// Kills the program if it runs, and waits for its end.
    func end() {
        guard status == nil else { return }
        kill(id, SIGKILL)
        _ = wait()
    }

    /// Waits for the next line; nil at the end.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = rest[(end + 1)...] }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = stream.availableData
            guard !more.isEmpty else { return nil }
            rest += more
        }
    }

    /// Waits for the end. The exit code, or the number of the signal with a minus.
    func wait() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(id, &word, 0) == -1, errno == EINTR {}
        let signal = word & 0x7f
        let result = signal == 0 ? word >> 8 & 0xff : -signal
        status = result
        return result
    }
}

/// A directory that goes with the test.
final class TemporaryDirectory {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("events-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
