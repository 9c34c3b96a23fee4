import Foundation
import Testing

@Suite struct RecoveryKeyTests {
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    /// The key that is printed opens a keychain whose device key is gone, with and without its hyphens.
    @Test(arguments: [true, false]) func theKeyOpensAKeychainWithoutItsDeviceKey(withHyphens: Bool) throws {
        #expect(try tool.run("set", "s", "a", input: "secret").status == 0)
        let made = try tool.run("recovery-key", "make", "--yes")
        #expect(made.status == 0)
        let key = withHyphens ? made.text : made.text.replacing("-", with: "").uppercased()
        let files = try FileManager.default.subpathsOfDirectory(atPath: tool.home.path)
        let deviceKey = try #require(files.first { $0.hasSuffix("device.key") })
        try FileManager.default.removeItem(atPath: tool.home.path + "/" + deviceKey)
        #expect(try tool.run("get", "s", "a").status != 0)
        #expect(try tool.run("recovery-key", "use", "--stdin", input: key).status == 0)
        #expect(try tool.run("get", "s", "a").text == "secret\n")
    }

    @Test func itOpensAKeychainWhosePasscodeIsForgotten() throws {
        #expect(try tool.run("set", "s", "a", input: "secret").status == 0)
        #expect(try tool.run("passcode", "set", "--stdin", input: "forgotten\n").status == 0)
        let key = try tool.run("recovery-key", "make", "--yes", "--passcode-stdin", input: "forgotten\n").text
        #expect(try tool.run("get", "s", "a").status == 36)
        #expect(try tool.run("recovery-key", "use", "--stdin", input: key).status == 0)
        #expect(try tool.run("get", "s", "a").text == "secret\n")
    }

    @Test(arguments: ["", "zz", "0123", String(repeating: "0", count: 41)])
    func malformedKeyIsRefused(text: String) throws {
        #expect(try tool.run("set", "s", "a", input: "secret").status == 0)
        let result = try tool.run("recovery-key", "use", "--stdin", input: text + "\n")
        #expect(result.status == 2)
        #expect(try tool.run("get", "s", "a").text == "secret\n")
    }

    /// A key of another keychain, or one that was made before, changes nothing.
    @Test func anotherKeyIsRefused() throws {
        #expect(try tool.run("set", "s", "a", input: "secret").status == 0)
        let old = try tool.run("recovery-key", "make", "--yes").text
        #expect(try tool.run("recovery-key", "make", "--yes").status == 0)
        #expect(try tool.run("recovery-key", "use", "--stdin", input: old).status == 51)
        #expect(try tool.run("get", "s", "a").text == "secret\n")
    }

    // MARK: - When it counts

    private func opens(_ key: String) throws -> Bool {
        let status = try tool.run("recovery-key", "use", "--stdin", input: key.trimmingCharacters(in: .newlines) + "\n")
            .status
        #expect(status == 0 || status == 51)
        return status == 0
    }

    /// A keychain with a secret, and a recovery key that counts.
    private func oldKey() throws -> String {
        #expect(try tool.run("set", "s", "a", input: "secret").status == 0)
        return try tool.run("recovery-key", "make", "--yes").text
    }

    /// The disk is full: nothing was shown that the old one could be given up for.
    @Test(arguments: [[], ["--yes"], ["--json"], ["--json", "--yes"]])
    func aKeyThatCannotBeWrittenReplacesNone(options: [String]) throws {
        let old = try oldKey()
        let made = try tool.run(["recovery-key", "make"] + options, output: .file("/dev/full"))
        #expect(made.status == 1)
        #expect(made.complaint.contains("No space left on device"))
        #expect(try opens(old))
    }

    @Test func toAFileItCountsOnceItIsConfirmed() throws {
        let old = try oldKey()
        let made = try tool.run("recovery-key", "make")
        #expect(made.status == 0 && made.complaint.contains("recovery-key confirm"))
        #expect(try !opens(made.text))
        #expect(try opens(old))
        #expect(try tool.run("recovery-key", "confirm", "--stdin", input: made.text).status == 0)
        #expect(try !opens(old))
        #expect(try opens(made.text))
    }

    @Test func withAnAgentItCountsOnceItIsConfirmed() throws {
        let old = try oldKey()
        let agent = try RunningAgent(tool)
        let made = try tool.run("recovery-key", "make")
        #expect(made.status == 0)
        agent.end()
        #expect(try !opens(made.text))
        #expect(try opens(old))
        let again = try RunningAgent(tool)
        #expect(try tool.run("recovery-key", "confirm", "--stdin", input: made.text).status == 0)
        let taken = try tool.run("recovery-key", "make", "--yes")
        #expect(taken.status == 0)
        again.end()
        #expect(try !opens(made.text))
        #expect(try opens(taken.text))
    }

    /// People would make up one that can be guessed.
    @Test(arguments: [
        String(repeating: "0", count: 40), String(repeating: "0123", count: 10), "", "no key",
        String(repeating: "0123456789abcdef", count: 3),
    ])
    func aMadeUpKeyIsNotConfirmed(text: String) throws {
        let old = try oldKey()
        #expect(try tool.run("recovery-key", "confirm", "--stdin", input: text + "\n").status != 0)
        #expect(try opens(old))
    }

    private func made(on terminal: TestTerminal) throws -> String {
        try terminal.expect("Type it back, from what you have written down: ")
        #expect(!terminal.echoes)
        let key = terminal.shown.firstMatch(of: #/([0-9a-f]{4}-){9}[0-9a-f]{4}/#)
        return String(try #require(key).output.0)
    }

    @Test func onATerminalItIsTypedBack() throws {
        let old = try oldKey()
        let terminal = try TestTerminal(tool, "recovery-key", "make")
        let key = try made(on: terminal)
        terminal.type(old)
        try terminal.expect("that is another text than the recovery key")
        try terminal.expect("Type it back")
        terminal.type(key.replacing("-", with: " ").uppercased() + "\n")
        #expect(terminal.end() == 0)
        #expect(try !opens(old))
        #expect(try opens(key))
    }

    /// Three times another text, ^C, the end of the input.
    @Test(arguments: [["a\n", "b\n", "c\n"], ["\u{3}"], ["\u{4}"]])
    func aKeyThatIsNotTypedBackDoesNotCount(typed: [String]) throws {
        let old = try oldKey()
        let terminal = try TestTerminal(tool, "recovery-key", "make")
        let key = try made(on: terminal)
        for (index, text) in typed.enumerated() {
            if index > 0 { try terminal.expect("Type it back") }
            terminal.type(text)
        }
        #expect(terminal.end() == 128)
        #expect(terminal.echoes)
        #expect(try !opens(key))
        #expect(try opens(old))
    }

    @Test func aConfirmedKeyIsTypedTwice() throws {
        _ = try oldKey()
        let made = try tool.run("recovery-key", "make").text
        let terminal = try TestTerminal(tool, "recovery-key", "confirm")
        for question in ["Recovery key, as you have kept it: ", "Again: "] {
            try terminal.expect(question)
            #expect(!terminal.echoes)
            terminal.type(made)
        }
        #expect(terminal.end() == 0)
        #expect(try opens(made))
    }

    @Test func withoutAKeychainThereIsNothingToOpen() throws {
        let key = String(repeating: "0", count: 40)
        #expect(try tool.run("recovery-key", "use", "--stdin", input: key + "\n").status == 1)
    }
}
