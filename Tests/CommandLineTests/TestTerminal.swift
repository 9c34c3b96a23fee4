import Glibc
import TestSupport

/// The command line on a terminal of its own.
final class TestTerminal {
    private let terminal: TerminalProgram

    convenience init(_ tool: CommandLineTool, _ arguments: String...) throws { try self.init(tool, arguments) }

    convenience init(_ tool: CommandLineTool, _ arguments: [String]) throws {
        try self.init(tool, running: [CommandLineTool.executable] + arguments)
    }

    /// - Parameter words: another program and its arguments.
    init(_ tool: CommandLineTool, running words: [String]) throws {
        terminal = try TerminalProgram(words, tool.variables)
    }

    /// Everything that the terminal has shown so far; lines end with a line feed alone.
    var shown: String { terminal.shown.replacing("\r\n", with: "\n") }

    /// Waits until the terminal shows `text` after what was expected before.
    func expect(_ text: String) throws { try terminal.expect(text) }
    func type(_ text: String) { terminal.type(text) }
    func send(_ signal: Int32) { terminal.process.send(signal) }

    /// Whether what is typed is shown.
    var echoes: Bool { terminal.modes & tcflag_t(ECHO) != 0 }

    /// Reads what is left and returns the exit code; that of a kill if the program goes on without a word.
    func end() -> Int32 { terminal.end() }
}
