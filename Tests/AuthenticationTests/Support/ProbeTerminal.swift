import Foundation
import Glibc
import TestSupport

/// A terminal of its own with a program in it that shows a prompt, and the test as the person who sits there.
final class ProbeTerminal {
    static let probe = BuiltPrograms.path("terminal-probe")

    private let terminal: PseudoTerminal
    private let process: ChildProcess

    /// - Parameters:
    ///   - words: the arguments of the probe.
    ///   - shell: what a shell, which has the terminal, runs in place of the probe: `"$0"`; nil for the probe itself.
    convenience init(_ words: String..., shell: String? = nil) throws {
        try self.init(shell.map { ["/bin/sh", "-c", $0, Self.probe] + words } ?? [Self.probe] + words)
    }

    /// - Parameters:
    ///   - command: path and arguments of another program.
    ///   - variables: what it finds in its environment besides the usual.
    init(_ command: [String], variables: [String: String] = [:]) throws {
        terminal = try PseudoTerminal()
        let usual = ["PATH": "/usr/bin:/bin", "TERM": "xterm"]
        let device = ChildProcess.Stream.terminal(terminal.path)
        process = try ChildProcess(
            command, variables: usual.merging(variables) { $1 }, input: .piped, output: device, errors: device,
            others: [3: .piped], leadsSession: true)
    }

    /// As if the window was closed.
    func hangUp() { terminal.hangUp() }

    func type(_ bytes: [UInt8]) { terminal.type(bytes) }
    func type(_ text: String) { terminal.type(text) }

    /// Has the probe do something.
    func order(_ line: String) { process.write(line + "\n") }

    /// The next line of the probe's report.
    func said() throws -> String {
        guard let line = process.line() else { throw TestFailure("no word from the probe; it shows: \(shown)") }
        return line
    }

    /// Everything that the terminal has shown so far.
    var shown: String { terminal.shown }

    /// Waits until the terminal has shown `text`, `count` times in all.
    func expect(_ text: String, _ count: Int = 1) throws { try terminal.expect(text, times: count) }

    /// How the terminal treats what is typed.
    var settings: tcflag_t { terminal.localModes }

    /// The exit code, or the number of the signal with a minus.
    func wait() -> Int32 { process.wait() }
}
