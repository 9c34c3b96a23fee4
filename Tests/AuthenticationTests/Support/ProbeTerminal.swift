import Foundation
import Glibc
import Testing

/// A terminal of its own with a program in it that shows a prompt, and the test as the person who sits there.
final class ProbeTerminal {
    static let probe: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("terminal-probe").path
    }()

    private var terminal: Int32 = -1
    private let orders: Int32
    private let report: Int32
    private let id: pid_t
    private var status: Int32?
    private var rest: [UInt8] = []
    /// Everything that the terminal has shown so far.
    private(set) var shown = ""

    /// - Parameters:
    ///   - words: the arguments of the probe.
    ///   - shell: what a shell, which has the terminal, runs in place of the probe: `"$0"`; nil for the probe itself.
    init(_ words: String..., shell: String? = nil) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var buffer = [CChar](repeating: 0, count: 128)
        try #require(openpty(&master, &slave, &buffer, nil, nil) == 0)
        close(slave)
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &input) == 0 && socketpair(AF_UNIX, kind, 0, &output) == 0)
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        (terminal, orders, report) = (master, input[1], output[0])
        let arguments = shell.map { ["/bin/sh", "-c", $0, Self.probe] + words } ?? [Self.probe] + words
        id = try Self.spawn(arguments, terminal: name, input[0], output[1])
        close(input[0])
        close(output[1])
    }

    private static func spawn(_ words: [String], terminal: String, _ input: Int32, _ output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a session opens is its own.
        for descriptor: Int32 in [2, 1] {
            posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that run tests block signals, and a process inherits that.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        // `POSIX_SPAWN_SETSID` of <spawn.h>, which is shown to GNU programs only.
        posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        var variables = ["PATH=/usr/bin:/bin", "TERM=xterm"].map { (text: String) in strdup(text) } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var id = pid_t()
        let error = posix_spawn(&id, words[0], &actions, &attributes, &arguments, &variables)
        try #require(error == 0, "\(words[0]) cannot be started: build it first")
        return id
    }

    deinit {
        if status == nil { kill(id, SIGKILL) }
        _ = wait()
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
