import Foundation
import Glibc
import ProcessTesting
import Testing

/// A program that runs for a test and ends with it at the latest.
final class Program {
    private let process: StartedProcess
    private let stream: FileHandle
    private let directory: TemporaryDirectory
    private var rest = Data()

    /// - Parameters:
    ///   - environment: what the program finds besides `PATH`; by itself no display, and no bus that tells of locks.
    ///   - input: what it reads.
    ///   - stream: which of its streams can be read, 1 for output or 2 for errors; the other goes nowhere.
    init(_ words: [String], _ environment: [String: String] = [:], input: Data = Data(), reading stream: Int32 = 1)
        throws
    {
        directory = try TemporaryDirectory()
        let file = directory.path + "/input"
        try input.write(to: URL(fileURLWithPath: file))
        let pair = try DescriptorPair()
        self.stream = FileHandle(fileDescriptor: pair.first, closeOnDealloc: true)
        defer { close(pair.second) }
        var variables = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": directory.path,
            "DBUS_SESSION_BUS_ADDRESS": "disabled:", "DBUS_SYSTEM_BUS_ADDRESS": "disabled:",
        ]
        variables.merge(environment) { $1 }
        process = try StartedProcess(words, variables: variables.map { "\($0)=\($1)" }) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, file, O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, pair.second, stream)
            posix_spawn_file_actions_addopen(&actions, 3 - stream, "/dev/null", O_WRONLY, 0)
        }
    }

    func send(_ signal: Int32) { process.send(signal) }

    /// Kills the program if it runs, and waits for its end.
    func end() { process.end() }

    /// Waits for the end. The exit code, or the number of the signal with a minus.
    func wait() -> Int32 { process.wait() }

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

    /// Waits for all that is written until the end.
    func all() -> Data {
        while true {
            let more = stream.availableData
            guard !more.isEmpty else { return rest }
            rest += more
        }
    }

    var text: String { String(decoding: all(), as: UTF8.self) }

    /// Whether `PATH` has it.
    static func isInstalled(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// The path of a program that was built beside these tests, or beside the one that `CHATELAINE_EXECUTABLE` names.
    static func built(_ name: String) -> String {
        let named = ProcessInfo.processInfo.environment["CHATELAINE_EXECUTABLE"]
        let neighbour = URL(fileURLWithPath: named ?? "/proc/self/exe").resolvingSymlinksInPath()
        return neighbour.deletingLastPathComponent().appendingPathComponent(name).path
    }
}

/// Two ends of a stream that no program gets by accident: tests start programs at the same time, and one that runs on would keep the
/// reader of another's waiting for an end.
struct DescriptorPair {
    let first: Int32
    let second: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        (first, second) = (ends[0], ends[1])
    }
}

/// A directory that goes with the test.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("clipboard-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
