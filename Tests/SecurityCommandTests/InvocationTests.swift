import Testing

@testable import SecurityCommand

/// Names of commands, help, and commands that are read from standard input.
@Suite struct InvocationTests {
    private let command: CommandUnderTest
    init() throws { command = try CommandUnderTest() }

    @Test func firstCommandThatBeginsSoIsRun() throws {
        _ = try command.run("add-g", "-a", "kim", "-s", "mail", "-w", "x")
        #expect(try command.run("find-g", "-w").console.text == "x\n")
    }

    @Test func unknownCommandIsSaid() throws {
        let unknown = try command.run("frobnicate")
        #expect(unknown.status == 1 && unknown.console.complaints == "security: unknown command \"frobnicate\"\n")
        #expect(unknown.console.text.isEmpty)
    }

    @Test func helpGoesToStandardOutput() throws {
        let nothing = try command.run()
        #expect(nothing.status == 2 && nothing.console.text.contains("find-generic-password"))
        for arguments in [["help"], ["-h"]] {
            let console = RecordingConsole()
            let choice = KeychainChoice(group: "", home: "/u") { [keychain = command.keychain] in keychain }
            #expect(try SecurityCommand(console: console, keychains: choice).run(arguments) == 0)
            #expect(console.text.contains("find-generic-password") && console.complaints.isEmpty)
        }
        #expect(try command.run("help", "find-generic-password").console.text.hasPrefix("Usage: find-generic-password"))
        #expect(try command.run("help", "frobnicate").status == 1)
    }

    @Test func linesOfStandardInputAreCommands() throws {
        let run = try command.run(
            "-i",
            lines: ["add-generic-password -a 'kim k' -s mail -w x", "", "find-generic-password -s none", "find-g -w"])
        #expect(run.status == 0 && run.console.text == "x\n")
        #expect(run.console.complaints.hasSuffix("find-generic-password: returned 44\n"))
        #expect(try command.run("-i", lines: ["find-generic-password -s none"]).status == 44)
        #expect(try command.run("-i", lines: ["find-generic-password -s 'none"]).status == 1)
    }

    @Test func commandIsRepeatedBeforeItRuns() throws {
        #expect(
            try command.run("-v", "find-g", "-s", "a b").console.complaints.hasPrefix("\"find-g\" \"-s\" \"a b\"\n"))
    }

    @Test func numbersHaveTexts() throws {
        let run = try command.run("error", "-25300", "0xFFFF9D2C")
        let text = "Error: 0xFFFF9D2C -25300 The specified item could not be found in the keychain.\n"
        #expect(run.status == 1 && run.console.text == text + text)
    }
}
