import Foundation
import Glibc
import TestSupport
import Testing

/// `chatelaine run` without a terminal.
@Suite struct RunTests {
    private let references: ReferenceTool

    init() throws { references = try ReferenceTool() }

    @Test func commandHasTheValueAndItsOutputDoesNot() throws {
        let output = try references.shell("test \"$SECRET\" = \"correct horse battery\" && echo \"<$SECRET>\"")
        #expect(output.status == 0 && output.text == "<\(ReferenceTool.concealed)>\n", "\(output.complaint)")
    }

    @Test func variablesOfFilesAreResolvedAndReplaceInheritedOnes() throws {
        let file = try references.write(
            "export PASSWORD=\(ReferenceTool.reference)\nURL=\"db://{{ \(ReferenceTool.reference) }}@host\"\nPLAIN='a b' # c\n",
            ".env")
        let second = try references.write("PLAIN=second\n", "second.env")
        references.tool.environment["PASSWORD"] = "chatelaine://keychain/never/asked"
        let output = try references.run(
            [
                "run", "--env-file", file, "--env-file", second, "--no-masking", "--", "sh", "-c",
                "echo \"$PASSWORD $URL $PLAIN\"",
            ])
        #expect(
            output.text == "\(ReferenceTool.secret) db://\(ReferenceTool.secret)@host second\n", "\(output.complaint)")
    }

    @Test func ownEnvironmentHasNoValue() throws {
        let output = try references.shell(
            "tr '\\0' '\\n' < /proc/$PPID/environ | grep '^SECRET=' | sed s/correct/WRONG/")
        #expect(output.text == "SECRET=\(ReferenceTool.keychainReference)\n", "\(output.complaint)")
    }

    @Test func outputAndErrorsStayApartByteForByte() throws {
        let output = try references.shell("printf 'out\\000\\377\\n'; printf \"err $SECRET\" >&2")
        #expect(Array(output.bytes) == Array("out".utf8) + [0, 0xff, 0x0a])
        #expect(output.complaint == "err \(ReferenceTool.concealed)")
    }

    @Test func valueIsMaskedAcrossWritesInBase64AndPercentEncoding() throws {
        let output = try references.shell(
            """
            printf 'correct ho'; printf 'rse batt'; printf 'ery\\n'
            printf 'x:%s' "$SECRET" | base64
            printf 'correct%%20horse%%20battery correct+horse+battery\\n'
            """)
        #expect(!output.text.contains("horse"))
        #expect(
            !output.text.contains("Y29ycmVjd")
                && !output.text.contains(Data("x:correct horse battery".utf8).base64EncodedString()))
        #expect(output.text.components(separatedBy: ReferenceTool.concealed).count == 5, "\(output.text)")
    }

    @Test func outputIsNotBuffered() throws {
        let fifo = references.path("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        references.tool.environment["SECRET"] = ReferenceTool.keychainReference
        let out = references.path("out")
        #expect(mkfifo(out, 0o600) == 0)
        let reader = open(out, O_RDWR | O_CLOEXEC)
        defer { close(reader) }
        let process = try ChildProcess(
            [CommandLineTool.executable, "run", "--", "sh", "-c", "printf first; read x < \(fifo); printf second"],
            variables: references.tool.variables, output: .file(out), leadsSession: true)
        var bytes = [UInt8](repeating: 0, count: 64)
        // The command waits for the fifo until this has been read.
        #expect(read(reader, &bytes, 64) == 5)
        try "go\n".write(toFile: fifo, atomically: false, encoding: .utf8)
        #expect(process.wait() == 0)
        #expect(read(reader, &bytes, 64) == 6)
    }

    @Test func inputIsPassedThrough() throws {
        #expect(try references.shell("cat", input: "line\n").text == "line\n")
        references.tool.environment["PASSWORD"] = ReferenceTool.reference
        #expect(try references.run(["run", "--", "cat"], input: "rest of the input\n").text == "rest of the input\n")
    }

    @Test(arguments: [[], ["--no-masking"]]) func statusAndSignalOfTheCommandAreThoseOfRun(options: [String]) throws {
        #expect(try references.shell("exit 7", options: options).status == 7)
        #expect(try references.shell("kill -TERM $$", options: options).status == -SIGTERM)
        #expect(try references.shell("kill -KILL $$", options: options).status == -SIGKILL)
        references.tool.environment["SECRET"] = ReferenceTool.keychainReference
        #expect(try references.tool.run(["run"] + options + ["--", "no-such-command"]).status == 127)
        #expect(try references.tool.run(["run"] + options + ["--", "/dev/null"]).status == 126)
    }

    @Test func signalsArePassedOn() throws {
        let ready = references.path("ready")
        #expect(mkfifo(ready, 0o600) == 0)
        references.tool.environment["SECRET"] = ReferenceTool.keychainReference
        let process = try ChildProcess(
            [
                CommandLineTool.executable, "run", "--", "sh", "-c",
                "trap 'kill $!; exit 9' USR1; sleep 60 & echo > \(ready); wait",
            ],
            variables: references.tool.variables, output: .null, leadsSession: true)
        let reader = open(ready, O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        var byte: UInt8 = 0
        #expect(read(reader, &byte, 1) == 1)
        process.send(SIGUSR1)
        #expect(process.wait() == 9)
    }

    @Test func signalEndsTheWaitForProcessesInTheBackground() throws {
        let (ready, end) = (references.path("ready"), references.path("end"))
        #expect(mkfifo(ready, 0o600) == 0 && mkfifo(end, 0o600) == 0)
        references.tool.environment["SECRET"] = ReferenceTool.keychainReference
        let process = try ChildProcess(
            [
                CommandLineTool.executable, "run", "--", "sh", "-c",
                "(trap '' TERM; echo > \(ready); read line < \(end)) & exit 0",
            ], variables: references.tool.variables, output: .null, leadsSession: true)
        let reader = open(ready, O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        var byte: UInt8 = 0
        #expect(read(reader, &byte, 1) == 1)
        process.send(SIGTERM)
        // The shell may still be there and get it.
        #expect([0, -SIGTERM].contains(process.wait()))
        let writer = open(end, O_WRONLY | O_CLOEXEC)
        close(writer)
    }

    @Test func missingReferencesAreAllNamedAndNothingIsStarted() throws {
        references.tool.environment["A"] = "chatelaine://keychain/a/b"
        references.tool.environment["B"] = "chatelaine://keychain/c/d"
        let output = try references.tool.run("run", "--", "touch", references.path("started"))
        #expect(output.status == 44)
        #expect(output.complaint.contains("chatelaine://keychain/a/b (variable A)"))
        #expect(output.complaint.contains("chatelaine://keychain/c/d (variable B)"), "\(output.complaint)")
        #expect(access(references.path("started"), F_OK) != 0)
    }

    @Test func errorInAFileNamesItsLine() throws {
        let file = try references.write("A=1\nB\n", "broken.env")
        let output = try references.tool.run("run", "--env-file", file, "--", "true")
        #expect(output.status == 1 && output.complaint.contains("broken.env, line 2"), "\(output.complaint)")
    }

    @Test func commandWithoutReferencesRunsAsItIs() throws {
        let output = try references.tool.run("run", "--", "sh", "-c", "echo out; echo err >&2; exit 3")
        #expect(output.status == 3 && output.text == "out\n" && output.complaint == "err\n")
        #expect(try references.tool.run("run", "--").status == 2)
    }
}

/// `chatelaine run` on a terminal.
@Suite struct RunTerminalTests {
    private let references: ReferenceTool

    init() throws {
        references = try ReferenceTool()
        references.tool.environment["SECRET"] = ReferenceTool.keychainReference
    }

    private func run(_ script: String) throws -> TestTerminal {
        try TestTerminal(references.tool, "run", "--", "sh", "-c", script)
    }

    @Test func commandHasATerminalAndItsOutputIsMasked() throws {
        let terminal = try run("test -t 0 && test -t 1 && test -t 2 && printf '\\033[1m%s\\033[0m\\n' \"$SECRET\"")
        #expect(terminal.end() == 0)
        #expect(terminal.shown == "\u{1b}[1m\(ReferenceTool.concealed)\u{1b}[0m\n")
    }

    @Test func typedLinesReachTheCommandAndPromptsAppear() throws {
        let terminal = try run("printf 'Name? c'; read name; echo \"hello $name\"; exit 4")
        // The last letter could be the beginning of the secret.
        try terminal.expect("Name? c")
        terminal.type("maria\r")
        try terminal.expect("hello maria")
        #expect(terminal.end() == 4)
    }

    @Test func interruptEndsTheCommandByItsSignal() throws {
        let terminal = try run("echo ready; read line")
        try terminal.expect("ready")
        terminal.type("\u{3}")
        #expect(terminal.end() == -SIGINT)
        #expect(terminal.echoes)
    }

    @Test func commandMayCatchTheInterrupt() throws {
        let terminal = try run("trap 'echo caught; exit 5' INT; echo ready; while :; do read line; done")
        try terminal.expect("ready")
        terminal.type("\u{3}")
        try terminal.expect("caught")
        #expect(terminal.end() == 5)
    }

    @Test func endOfInputIsPassedOn() throws {
        let terminal = try run("echo ready; cat; echo done")
        try terminal.expect("ready")
        terminal.type("\u{4}")
        try terminal.expect("done")
        #expect(terminal.end() == 0)
    }

    @Test func stoppedCommandComesBackToTheForeground() throws {
        let terminal = try TestTerminal(references.tool, running: ["bash", "--norc", "--noprofile", "-i"])
        try terminal.expect("bash-")
        terminal.type(
            "\(CommandLineTool.executable) run -- sh -c 'echo rea''dy; read x; echo \"got $x\"'; echo \"status $?\"\r")
        try terminal.expect("ready")
        terminal.type("\u{1a}")
        try terminal.expect("Stopped")
        terminal.type("fg\r")
        try terminal.expect("sh -c")
        terminal.type("word\r")
        try terminal.expect("got word")
        terminal.type("exit\r")
        _ = terminal.end()
    }

    @Test func redirectedOutputStaysApart() throws {
        let file = references.path("out")
        let terminal = try TestTerminal(
            references.tool,
            running: [
                "sh", "-c",
                "\(CommandLineTool.executable) run -- sh -c 'echo \"to file $SECRET\"; test -t 2 && echo \"to terminal $SECRET\" >&2' > \(file)",
            ])
        #expect(terminal.end() == 0)
        #expect(terminal.shown == "to terminal \(ReferenceTool.concealed)\n")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "to file \(ReferenceTool.concealed)\n")
    }

    @Test func windowSizeIsTheTerminals() throws {
        let terminal = try PseudoTerminal(rows: 33, columns: 77)
        let device = ChildProcess.Stream.terminal(terminal.path)
        let process = try ChildProcess(
            [
                CommandLineTool.executable, "run", "--", "sh", "-c",
                "trap 'stty size' WINCH; stty size; while :; do read line; done",
            ],
            variables: references.tool.variables, input: device, output: device, errors: device, leadsSession: true)
        try terminal.expect("33 77")
        terminal.resize(rows: 20, columns: 60)
        try terminal.expect("20 60")
        process.send(SIGTERM)
        terminal.readToEnd()
        #expect(process.wait() == -SIGTERM)
    }

    @Test func commandThatCannotBeStartedLeavesTheTerminalAsItWas() throws {
        let terminal = try TestTerminal(references.tool, "run", "--", "no-such-command")
        #expect(terminal.end() == 127)
        #expect(terminal.shown.contains("there is no command “no-such-command”"))
        #expect(terminal.echoes)
    }
}
