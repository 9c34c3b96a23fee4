import Foundation
import Glibc
import ProcessTesting
import Testing

/// A terminal of its own with a program in it that shows a prompt, and the test as the person who sits there.
final class ProbeTerminal {
    static let probe = built("terminal-probe")

    /// The path of a program that was built beside these tests.
    static func built(_ name: String) -> String {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent(name).path
    }

    private var terminal: Int32 = -1
    private let orders: Int32
    private let report: Int32
    private let process: StartedProcess
    private var rest: [UInt8] = []
    /// Everything that the terminal has shown so far.
    private(set) var shown = ""

    /// - Parameters:
    ///   - words: the arguments of the probe.
    ///   - shell: what a shell, which has the terminal, runs in place of the probe: `"$0"`; nil for the probe itself.
    convenience init(_ words: String..., shell: String? = nil) throws {
        try self.init(shell.map { ["/bin/sh", "-c", $0, Self.probe] + words } ?? [Self.probe] + words)
    }

    /// - Parameters:
    ///   - command: path and arguments of another program.
    ///   - variables: what it finds in its environment besides the usual.
    init(_ command: [String], variables: [String] = []) throws {
        let (person, path) = try #require(Pseudoterminal.open())
        var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &input) == 0 && socketpair(AF_UNIX, kind, 0, &output) == 0)
        (terminal, orders, report) = (person, input[1], output[0])
        defer {
            close(input[0])
            close(output[1])
        }
        let usual = ["PATH=/usr/bin:/bin", "TERM=xterm"]
        process = try StartedProcess(command, variables: usual + variables, leadsSession: true) { actions in
            // The first terminal that the leader of a session opens is its own.
            for descriptor: Int32 in [2, 1] {
                posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
            }
            posix_spawn_file_actions_adddup2(&actions, input[0], 0)
            posix_spawn_file_actions_adddup2(&actions, output[1], 3)
        }
    }

    deinit {
        process.end()
        hangUp()
        close(orders)
        close(report)
    }

    /// As if the window was closed.
    func hangUp() {
        if terminal >= 0 { close(terminal) }
        terminal = -1
    }

    func type(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) } }
    func type(_ text: String) { type(Array(text.utf8)) }

    /// Has the probe do something.
    func order(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(orders, $0.baseAddress, $0.count) }
    }

    struct NoWord: Error { let shown: String }

    /// The next line of the probe's report.
    func said() throws -> String {
        while true {
            if let end = rest.firstIndex(of: 10) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            guard let bytes = Self.read(report) else { throw NoWord(shown: shown) }
            rest += bytes
        }
    }

    /// Waits until the terminal has shown `text`, `count` times in all.
    func expect(_ text: String, _ count: Int = 1) throws {
        while shown.components(separatedBy: text).count <= count {
            guard let bytes = Self.read(terminal) else { throw NoWord(shown: shown) }
            shown += String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Nil at the end, or after twenty seconds without anything.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 20_000) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    /// How the terminal treats what is typed.
    var settings: tcflag_t {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return settings.c_lflag
    }

    /// The exit code, or the number of the signal with a minus.
    func wait() -> Int32 { process.wait() }
}
