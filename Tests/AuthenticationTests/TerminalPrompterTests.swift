import Glibc
import Testing

/// Prompts in a real terminal, of which the test holds the other end.
@Suite struct TerminalPrompterTests {
    private func terminal(_ kind: String) throws -> (ProbeTerminal, tcflag_t) {
        let terminal = try ProbeTerminal(kind, shell: #"read line; exec "$0" "$@""#)
        let before = terminal.settings
        terminal.order("go")
        #expect(try terminal.said() == "open")
        try terminal.expect("Esc: Cancel")
        return (terminal, before)
    }

    private func hexadecimal(_ text: String) -> String {
        let digits = Array("0123456789abcdef")
        return String(text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    private func close(_ terminal: ProbeTerminal) throws {
        terminal.order("close")
        #expect(try terminal.said() == "closed")
        #expect(terminal.wait() == 0)
    }

    @Test func aPasscodeIsTypedAndNothingOfItIsShown() throws {
        let (terminal, before) = try terminal("passcode")
        #expect(before & tcflag_t(ECHO) != 0)
        #expect(terminal.settings & tcflag_t(ECHO | ICANON | ISIG) == 0)
        terminal.type("XQZ7\r")
        #expect(try terminal.said() == "secret " + hexadecimal("XQZ7"))
        try close(terminal)
        #expect(terminal.settings == before)
        for letter in ["X", "Q", "7", "*"] { #expect(!terminal.shown.contains(letter), "\(terminal.shown)") }
    }

    @Test func thePromptSaysWhatItIsAbout() throws {
        let (terminal, _) = try terminal("passcode")
        for text in ["Open the shop.", "Touch it.", "Passcode"] { #expect(terminal.shown.contains(text)) }
        terminal.order("Not quite.")
        try terminal.expect("Not quite.")
        try close(terminal)
    }

    /// Esc, ^C, and ^D where nothing has been typed.
    @Test(arguments: [0x1b, 0x03, 0x04] as [UInt8]) func escapeControlCAndControlDCancel(key: UInt8) throws {
        for kind in ["passcode", "finger", "locked"] {
            let (terminal, before) = try terminal(kind)
            terminal.type([key])
            #expect(try terminal.said() == "cancel")
            try close(terminal)
            #expect(terminal.settings == before)
        }
    }

    /// Arrows, Delete, a function key with a modifier, and keys as terminals send them in their application mode.
    @Test(arguments: ["\u{1b}[A", "\u{1b}[D", "\u{1b}[3~", "\u{1b}[15;5~", "\u{1b}[[A", "\u{1b}OA", "\u{1b}OP"])
    func otherKeysAreNoPartOfASecret(key: String) throws {
        let (terminal, _) = try terminal("passcode")
        terminal.type("a\(key)b\r")
        #expect(try terminal.said() == "secret " + hexadecimal("ab"))
        try close(terminal)
    }

    @Test(arguments: [
        ("ab\u{7f}c", "ac"), ("aö\u{7f}b", "ab"), ("€\u{7f}\u{7f}a", "a"), ("🔑\u{8}a", "a"), ("abc\u{15}d", "d"),
        ("a\tb", "ab"), ("a\u{4}b", "ab"), ("", ""), ("päss wörd", "päss wörd"),
    ])
    func aSecretIsEdited(keys: String, secret: String) throws {
        let (terminal, _) = try terminal("passcode")
        terminal.type(keys + "\r")
        #expect(try terminal.said() == "secret " + hexadecimal(secret))
        try close(terminal)
    }

    @Test func secretHasAtMost4096Bytes() throws {
        let (terminal, _) = try terminal("passcode")
        for _ in 0..<5 { terminal.type(String(repeating: "a", count: 1000)) }
        terminal.type("\r")
        let said = try terminal.said()
        #expect(said.hasPrefix("secret 6161") && said.count <= "secret ".count + 2 * 4096)
        try close(terminal)
    }

    @Test func returnFallsBackWhereThatIsOffered() throws {
        let (terminal, _) = try terminal("finger")
        try terminal.expect("PIN")
        terminal.type("x\r")
        #expect(try terminal.said() == "fallback")
        try close(terminal)
        let (other, _) = try self.terminal("locked")
        #expect(!other.shown.contains("PIN"))
        other.type("\r\u{3}")
        #expect(try other.said() == "cancel")
        try close(other)
    }

    /// Each wrong secret is reported.
    @Test func theSamePromptIsShownAgainAfterASecret() throws {
        let (terminal, _) = try terminal("passcode")
        terminal.order("That is wrong.")
        try terminal.expect("That is wrong.")
        terminal.type("a\r")
        #expect(try terminal.said() == "secret 61")
        terminal.order("That is wrong.")
        try terminal.expect("That is wrong.", 2)
        terminal.type("b\r")
        #expect(try terminal.said() == "secret 62")
        try close(terminal)
    }

    @Test func aTerminalThatIsClosedIsNoAnswer() throws {
        let terminal = try ProbeTerminal("passcode", shell: #"trap "" HUP; exec "$0" "$@""#)
        #expect(try terminal.said() == "open")
        try terminal.expect("Esc: Cancel")
        terminal.hangUp()
        #expect(try terminal.said() == "gone")
        try close(terminal)
    }

    /// A background program that writes to a terminal is stopped, and one that reads from it steals input.
    @Test func inTheBackgroundThereIsNoPrompt() throws {
        let terminal = try ProbeTerminal("passcode", shell: #"set -m; "$0" "$@" & wait"#)
        #expect(try terminal.said() == "none")
        #expect(terminal.wait() == 0)
        #expect(!terminal.shown.contains("Passcode"))
    }

    @Test func withoutATerminalThereIsNoPrompt() throws {
        let terminal = try ProbeTerminal("passcode", shell: #"exec setsid -w "$0" "$@""#)
        #expect(try terminal.said() == "none")
        #expect(terminal.wait() == 0)
    }
}
