import Glibc

/// A program on a terminal of its own, with the test as the user in front of it.
public final class TerminalProgram {
    /// The terminal.
    public let terminal: PseudoTerminal
    /// The program.
    public let process: ChildProcess
    /// The terminal's local modes before the program was started.
    public let modesBefore: tcflag_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - variables: all of its environment, besides `TERM`.
    public init(_ words: [String], _ variables: [String: String]) throws {
        terminal = try PseudoTerminal()
        modesBefore = terminal.localModes
        let device = ChildProcess.Stream.terminal(terminal.path)
        process = try ChildProcess(
            words, variables: variables.merging(["TERM": "xterm"]) { $1 }, input: device, output: device,
            errors: device, leadsSession: true)
    }

    /// The path of the terminal.
    public var path: String { terminal.path }

    /// Everything that the terminal was seen to show so far, byte for byte.
    public var shown: String { terminal.shown }

    /// Waits until the terminal shows a text after what was expected before.
    public func expect(_ text: String) throws { try terminal.expect(text) }

    /// Types a text.
    public func type(_ text: String) { terminal.type(text) }

    /// The terminal's local modes as they are now.
    public var modes: tcflag_t { terminal.localModes }

    /// Reads what is left and waits for the end; kills the program if it goes on without a word.
    ///
    /// - Returns: the exit code, or the number of the signal with a minus.
    @discardableResult public func end() -> Int32 {
        if !terminal.readToEnd() { process.send(SIGKILL) }
        return process.wait()
    }
}
