import Glibc
import ProcessTesting

/// The command line on a terminal of its own.
final class TestTerminal {
    private let terminal: PersonsTerminal

    convenience init(_ tool: CommandLineTool, _ arguments: String...) throws { try self.init(tool, arguments) }

    convenience init(_ tool: CommandLineTool, _ arguments: [String]) throws {
        try self.init(tool, running: [CommandLineTool.executable] + arguments)
    }

    /// - Parameter words: another program and its arguments.
    init(_ tool: CommandLineTool, running words: [String]) throws {
        var variables: [String: String] = [:]
        for variable in tool.variables {
            let words = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            variables[String(words[0])] = String(words[1])
        }
        terminal = try PersonsTerminal(words, variables)
    }

    /// Everything that the terminal has shown so far; lines end with a line feed alone.
    var shown: String { terminal.shown.replacing("\r\n", with: "\n") }

    /// Waits until the terminal shows `text` after what was expected before.
    func expect(_ text: String) throws { try terminal.expect(text) }
    func type(_ text: String) { terminal.type(text) }
    func send(_ signal: Int32) { terminal.process.send(signal) }

    /// Whether what is typed is shown.
    var echoes: Bool { terminal.settings & tcflag_t(ECHO) != 0 }

    /// Reads what is left and returns the exit code; that of a kill if the program goes on without a word.
    func end() -> Int32 { terminal.end() }
}
