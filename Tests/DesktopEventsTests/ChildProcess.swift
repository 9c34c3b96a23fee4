import Foundation
import Glibc
import ProcessTesting

/// A program that runs for a test and ends with it at the latest.
final class ChildProcess {
    private let process: StartedProcess
    private let stream: FileHandle
    private var rest = Data()

    /// - Parameters:
    ///   - environment: what the program finds besides `PATH` and `HOME`.
    ///   - stream: which of the program's streams can be read, 1 for output or 2 for errors.
    ///   - isQuiet: whether what the program writes to the other stream goes nowhere.
    init(
        _ words: [String], environment: [String: String] = [:], reading stream: Int32 = 1, isQuiet: Bool = false
    ) throws {
        let pipe = Pipe()
        self.stream = pipe.fileHandleForReading
        let inherited = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
        let variables = inherited.merging(environment) { $1 }.map { "\($0)=\($1)" }
        process = try StartedProcess(words, variables: variables) { actions in
            posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, stream)
            if isQuiet { posix_spawn_file_actions_addopen(&actions, 3 - stream, "/dev/null", O_WRONLY, 0) }
        }
        try pipe.fileHandleForWriting.close()
    }

    func send(_ signal: Int32) { process.send(signal) }

    /// Kills the program if it runs, and waits for its end.
    func end() { process.end() }

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
    func wait() -> Int32 { process.wait() }
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
