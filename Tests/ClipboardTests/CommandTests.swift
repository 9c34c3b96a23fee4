import ClipboardTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// `chatelaine clipboard`, as people and programs use it.
@Suite struct CommandTests {
    private func run(_ words: String..., input: String, _ display: TestDisplay? = nil) throws -> ChildProcess {
        try start(
            [BuiltPrograms.path("chatelaine"), "clipboard"] + words, display?.environment ?? [:],
            input: Data(input.utf8),
            reading: 2)
    }

    @Test(arguments: TestDisplay.Kind.installed)
    func theCommandEndsAndTheSecretStays(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let command = try run("--seconds", "0", input: "password\n", display)
        // The holder keeps no pipe of the command's open.
        #expect(command.text().isEmpty)
        #expect(command.wait() == 0)
        #expect(try display.paste() == Data("password".utf8))
        // What was left running ends with the display.
    }

    @Test(arguments: TestDisplay.Kind.installed)
    func aFieldOfAVaultIsCopied(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let home = try TemporaryDirectory()
        func vault(_ words: [String], input: String) throws -> ChildProcess {
            let variables = display.environment.merging(["CHATELAINE_HOME": home.path, "HOME": home.path]) { $1 }
            return try start(
                [BuiltPrograms.path("chatelaine"), "vault"] + words + ["--password-stdin"], variables,
                input: Data("four words of it\n\(input)".utf8))
        }
        for (words, input) in [(["create"], ""), (["add", "Bank", "username=maria"], "XQZ7\n")] {
            let command = try vault(words, input: input)
            _ = command.data()
            #expect(command.wait() == 0)
        }
        let command = try vault(["show", "Bank", "--copy", "password"], input: "")
        // The secret is on the clipboard and nowhere else.
        #expect(command.text().isEmpty)
        #expect(command.wait() == 0)
        #expect(try display.paste() == Data("XQZ7".utf8))
    }

    @Test(arguments: TestDisplay.Kind.installed)
    func inTheForegroundItStaysUntilItIsEnded(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let command = try start(
            [BuiltPrograms.path("chatelaine"), "clipboard", "--foreground"], display.environment,
            input: Data("password".utf8))
        #expect(command.line() == "copied")
        #expect(try display.paste() == Data("password".utf8))
        command.send(SIGTERM)
        #expect(command.wait() == 0)
        #expect(try display.paste() == nil)
    }

    @Test func missingDisplayIsReported() throws {
        let command = try run(input: "password")
        #expect(command.text().contains("there is no display"))
        #expect(command.wait() == 69)
    }

    @Test(arguments: ["WAYLAND_DISPLAY": "/nowhere/at-all", "DISPLAY": ":wrong"])
    func unreachableDisplayIsReported(name: String, value: String) throws {
        let command = try start(
            [BuiltPrograms.path("chatelaine"), "clipboard"], [name: value], input: Data("password".utf8), reading: 2)
        #expect(command.text().contains("cannot be reached"))
        #expect(command.wait() == 69)
    }

    @Test(arguments: [
        ([], 0, "nothing to copy"), ([0x0a], 1, "nothing to copy"), ([0x78], (1 << 20) + 1, "1 MiB"),
        ([0x61, 0x80], 1, "not text"), ([0xc3], 1, "not text"),
    ])
    func unsuitableInputIsRefused(bytes: [UInt8], times: Int, complaint: String) throws {
        let command = try start(
            [BuiltPrograms.path("chatelaine"), "clipboard"], input: Data((0..<times).flatMap { _ in bytes }), reading: 2
        )
        let text = command.text()
        #expect(text.contains(complaint) && !text.contains("xx"))
        #expect(command.wait() == 1)
    }

    @Test func aTerminalIsNotReadFrom() throws {
        let terminal = try PseudoTerminal()
        let command = try ChildProcess(
            [BuiltPrograms.path("chatelaine"), "clipboard"], variables: ["DISPLAY": ":wrong"],
            input: .terminal(terminal.path), output: .inherited, errors: .piped, leadsSession: true)
        #expect(command.text().contains("get SERVICE"))
        #expect(command.wait() == 2)
    }
}
