import Glibc
import Testing

/// The text that a user sees, and does not see, in a terminal.
@Suite struct TerminalTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    @Test func aSecretIsAskedForTwiceAndNeverShown() throws {
        let terminal = try TestTerminal(tool, "set", "mail", "alice")
        try terminal.expect("Password for alice at mail: ")
        #expect(!terminal.echoes)
        terminal.type("s3cret\n")
        try terminal.expect("Again: ")
        terminal.type("s3cret\n")
        #expect(terminal.end() == 0)
        #expect(!terminal.shown.contains("s3cret"))
        #expect(terminal.echoes)
        #expect(try tool.run("get", "mail", "alice").text == "s3cret\n")
    }

    @Test func twoDifferentSecretsAreAskedForAgain() throws {
        let terminal = try TestTerminal(tool, "set", "mail", "alice")
        for typed in ["one", "two", "three", "three"] {
            try terminal.expect(": ")
            terminal.type("\(typed)\n")
        }
        #expect(terminal.end() == 0)
        #expect(terminal.shown.contains("not the same"))
        #expect(try tool.run("get", "mail", "alice").text == "three\n")
    }

    @Test(arguments: ["\u{3}", "\u{4}"])
    func cancellingAtThePromptChangesNothingAndRestoresTheTerminal(key: String) throws {
        let terminal = try TestTerminal(tool, "set", "mail", "alice")
        try terminal.expect("alice at mail: ")
        terminal.type(key)
        #expect(terminal.end() == 128)
        #expect(terminal.echoes)
        #expect(terminal.shown.contains("cancelled"))
        #expect(try tool.run("get", "mail", "alice").status == 44)
    }

    @Test func aTerminatedPromptRestoresTheTerminal() throws {
        let terminal = try TestTerminal(tool, "set", "mail", "alice")
        try terminal.expect("alice at mail: ")
        terminal.send(SIGTERM)
        #expect(terminal.end() == -SIGTERM)
        #expect(terminal.echoes)
    }

    @Test(arguments: ["\u{0}", "a\u{1b}[2J", "\u{202e}abc", "\u{9b}31m"])
    func controlCharactersAreEscapedOnTerminals(secret: String) throws {
        #expect(try tool.run("set", "s", "a", input: secret).status == 0)
        let refused = try TestTerminal(tool, "get", "s", "a")
        #expect(refused.end() == 1)
        #expect(!refused.shown.contains(secret))
        #expect(refused.shown.contains("--force"))
        let forced = try TestTerminal(tool, "get", "s", "a", "--force")
        #expect(forced.end() == 0)
        #expect(forced.shown == secret + "\n")
    }

    @Test func plainTextIsPrintedOnATerminal() throws {
        #expect(try tool.run("set", "s", "a", input: "two\nlines\tü").status == 0)
        let terminal = try TestTerminal(tool, "get", "s", "a")
        #expect(terminal.end() == 0)
        #expect(terminal.shown.filter { $0 != " " } == "two\nlines\tü\n".filter { $0 != " " })
    }

    @Test func aTableIsAlignedAndItsTextIsHarmless() throws {
        for (service, account) in [("short", "a"), ("much longer 日本", "b\u{1b}[2J")] {
            #expect(try tool.run("set", service, account, input: "x").status == 0)
        }
        tool.environment = ["NO_COLOR": "1"]
        let terminal = try TestTerminal(tool, "list")
        #expect(terminal.end() == 0)
        let lines = terminal.shown.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("CLASS    SERVICE/SERVER    ACCOUNT"))
        #expect(lines[1].hasPrefix("generic  short             a "))
        // Two ideographs take four columns.
        #expect(lines[2].hasPrefix("generic  much longer 日本  b\\u{1b}[2J"))
        #expect(!terminal.shown.contains("\u{1b}"))
    }

    @Test func coloursAreForTerminalsOnly() throws {
        #expect(try tool.run("set", "s", "a", input: "x").status == 0)
        tool.environment = ["NO_COLOR": nil]
        let terminal = try TestTerminal(tool, "list")
        #expect(terminal.end() == 0)
        #expect(terminal.shown.contains("\u{1b}[1m"))
        #expect(try !tool.run("list").text.contains("\u{1b}"))
    }

    /// Who unlocks the keychain has shown what the item takes.
    @Test func thePasscodeIsAskedForOnce() throws {
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        let input = "passcode\nx"
        #expect(try tool.run("set", "s", "a", "--require", "passcode", "--passcode-stdin", input: input).status == 0)
        let terminal = try TestTerminal(tool, "get", "s", "a")
        try terminal.expect("Passcode of the keychain: ")
        terminal.type("passcode\n")
        #expect(terminal.end() == 0)
        #expect(terminal.shown.hasSuffix("x\n"), "\(terminal.shown)")
        let scripted = try tool.run("get", "s", "a", "--passcode-stdin", input: "passcode\n")
        #expect(scripted.text == "x\n")
    }

    /// The agent takes it as that too, for this command: the next one is asked for again.
    @Test func thePasscodeIsAskedForOnceThroughAnAgent() throws {
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        let input = "passcode\nx"
        #expect(try tool.run("set", "s", "a", "--require", "passcode", "--passcode-stdin", input: input).status == 0)
        let agent = try RunningAgent(tool)
        let terminal = try TestTerminal(tool, "get", "s", "a")
        try terminal.expect("Passcode of the keychain: ")
        terminal.type("passcode\n")
        #expect(terminal.end() == 0)
        #expect(terminal.shown.hasSuffix("x\n"), "\(terminal.shown)")
        // The keychain is unlocked now, and no other prompter could ask the user.
        let next = try TestTerminal(tool, "get", "s", "a")
        #expect(next.end() != 0)
        #expect(next.shown.contains("no prompt can be shown"), "\(next.shown)")
        // Who gives it in a script is one who knows it, too.
        #expect(try tool.run("lock").status == 0)
        #expect(try tool.run("get", "s", "a", "--passcode-stdin", input: "passcode\n").text == "x\n")
        agent.end()
    }

    @Test func removingSeveralItemsIsAskedFor() throws {
        for account in ["a", "b"] { #expect(try tool.run("set", "s", account, input: "x").status == 0) }
        for (answer, status, left) in [("\n", Int32(128), 2), ("n\n", 128, 2), ("y\n", 0, 0)] {
            let terminal = try TestTerminal(tool, "rm", "s")
            try terminal.expect("Remove these 2 items? [y/N] ")
            terminal.type(answer)
            #expect(terminal.end() == status)
            #expect(try tool.run("list").text.split(separator: "\n").count == left)
        }
    }
}
