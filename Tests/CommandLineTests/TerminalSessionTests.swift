import Glibc
import TestSupport
import Testing

/// What a passcode opens that was typed in one terminal: other programs' items in this terminal's session, and nowhere else.
@Suite struct TerminalSessionTests {
    private let tool: CommandLineTool
    private let agent: RunningAgent
    private let reading = [CommandLineTool.executable, "get", "shop", "kim"]
    private var command: String { reading.joined(separator: " ") }

    init() throws {
        tool = try CommandLineTool()
        agent = try RunningAgent(tool)
        let probe = BuiltPrograms.path("agent-probe")
        #expect(try tool.run(["add", "-", "shop", "kim", "guarded"], executable: probe).status == 0)
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
    }

    /// Returns a shell in a terminal in which the passcode was typed. It executes the commands after a line.
    private func ownersTerminal(_ commands: String = "true") throws -> TerminalProgram {
        let words = ["/bin/sh", "-c", "\(command); echo typed; read line; \(commands)"]
        let terminal = try TerminalProgram(words, tool.variables)
        try terminal.expect("Passcode of the keychain, to see the items of all programs: ")
        terminal.type("passcode\n")
        try terminal.expect("guarded\ntyped\n")
        return terminal
    }

    /// How many times the secret was shown in the owner's terminal at the end of the commands.
    private func count(in terminal: TerminalProgram) -> Int {
        terminal.type("\n")
        terminal.end()
        return terminal.shown.components(separatedBy: "guarded").count - 1
    }

    /// Runs what the attacker does in a session without a terminal.
    private func attack(_ words: [String], others: [Int32: ChildProcess.Stream] = [:]) throws -> String {
        let process = try ChildProcess(
            words, variables: tool.variables, errors: .piped, others: others, leadsSession: true)
        return process.text()
    }

    @Test func anotherTerminalGetsNothing() throws {
        let owner = try ownersTerminal(command)
        let other = try TerminalProgram(reading, tool.variables)
        try other.expect("Passcode of the keychain, to see the items of all programs: ")
        other.type("\u{3}")
        #expect(other.end() != 0)
        #expect(!other.shown.contains("guarded"))
        // The owner is not asked again.
        #expect(count(in: owner) == 2)
    }

    @Test func aSessionThatHasTheTerminalsDescriptorGetsNothing() throws {
        let owner = try ownersTerminal(command)
        #expect(try !attack(reading, others: [9: .terminal(owner.path)]).contains("guarded"))
        #expect(count(in: owner) == 2)
    }

    @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "needs python3, to ask for the terminal"))
    func aTerminalOfAnotherSessionCannotBeTaken() throws {
        let owner = try ownersTerminal(command)
        let script = """
            import fcntl, os, sys, termios
            terminal = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
            try:
                fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
                print("taken", flush=True)
            except PermissionError:
                print("refused", flush=True)
            os.execv(sys.argv[2], sys.argv[2:])
            """
        let text = try attack(["/usr/bin/python3", "-c", script, owner.path] + reading)
        #expect(text.hasPrefix("refused\n") && !text.contains("guarded"), "\(text)")
        #expect(count(in: owner) == 2)
    }

    /// A child of the owner's shell in a session of its own, with the terminal's descriptor.
    @Test func aChildInASessionOfItsOwnGetsNothing() throws {
        let owner = try ownersTerminal("setsid -w \(command) < /dev/null 9<> /dev/tty 2>&1; true")
        #expect(count(in: owner) == 1)
    }

    /// The agent cannot tell a job of the user's from a program that an attacker has in the session.
    @Test func theBackgroundOfTheSameSessionGetsWhatTheUserGets() throws {
        let owner = try ownersTerminal("(\(command) < /dev/null | cat) & wait")
        #expect(count(in: owner) == 2)
    }
}
