import Foundation
import Glibc
import ProcessTesting
import Testing

/// The command line on a terminal of its own, with the test as the person who sits there.
final class TestTerminal {
    private let master: Int32
    private let process: StartedProcess
    /// Everything that the terminal has shown so far, as text.
    private(set) var shown = ""
    /// How much of it `expect` has seen.
    private var seen = 0

    init(_ tool: CommandLineTool, _ arguments: String...) throws {
        let (master, name) = try #require(Pseudoterminal.open())
        self.master = master
        process = try StartedProcess(
            [CommandLineTool.executable] + arguments, variables: tool.variables + ["TERM=xterm"], leadsSession: true
        ) { actions in
            // The first terminal that the leader of a session opens is its own.
            for descriptor: Int32 in 0...2 {
                posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR, 0)
            }
        }
    }

    deinit { close(master) }

    /// Waits until the terminal shows `text` after what was expected before.
    func expect(_ text: String) throws {
        while shown.dropFirst(seen).range(of: text) == nil {
            try #require(readMore(), "“\(text)” was expected, but the terminal shows: \(shown)")
        }
        let range = try #require(shown.dropFirst(seen).range(of: text))
        seen = shown.distance(from: shown.startIndex, to: range.upperBound)
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    }

    func send(_ signal: Int32) { process.send(signal) }

    /// Whether what is typed is shown.
    var echoes: Bool {
        var settings = termios()
        tcgetattr(master, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Reads what is left and returns the exit code; that of a kill if the process goes on without a word.
    func end() -> Int32 {
        while readMore() {}
        if !isHungUp { process.send(SIGKILL) }
        return process.wait()
    }

    /// Whether nobody has the terminal open any more.
    private var isHungUp = false

    /// False at the end, or after twenty seconds without anything.
    private func readMore() -> Bool {
        var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 20_000) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else {
            isHungUp = true
            return false
        }
        // A prompt never ends within a character here.
        shown += String(decoding: buffer[..<count], as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
        return true
    }
}
