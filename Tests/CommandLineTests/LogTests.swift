import Foundation
import Testing

/// The keychain's file is a complete copy when a command has ended, and when the agent has.
@Suite struct LogTests {
    private static let password = VaultTool.password + "\n"

    @Test func nothingStaysInTheLogAfterACommand() throws {
        let tool = try CommandLineTool()
        let steps: [(words: [String], input: String)] = [
            (["set", "mail", "kim"], "one"), (["set", "mail", "kim"], "two"), (["set", "shop", "kim"], "three"),
            (["edit", "mail", "kim", "--set", "comment=new"], ""), (["rm", "shop", "kim"], ""),
            (["passcode", "set", "--stdin"], "passcode\n"),
            (["recovery-key", "make", "--yes", "--passcode-stdin"], "passcode\n"),
            (["vault", "create", "--password-stdin"], Self.password),
            (["vault", "add", "Bank", "--password-stdin"], Self.password + "pa55\n"),
            (["vault", "add", "Shop", "--no-secret", "--password-stdin"], Self.password),
            (["vault", "rm", "Shop", "--password-stdin"], Self.password),
            (["vault", "recovery", "make", "--yes", "--password-stdin"], Self.password),
        ]
        for step in steps {
            let output = try tool.run(step.words, input: Data(step.input.utf8))
            #expect(output.status == 0, "\(step.words): \(output.complaint)")
            #expect(try tool.logs() == [], "\(step.words)")
        }
        let other = try CommandLineTool()
        for name in ["default", "vault.personal"] { try tool.copyFile(of: name, to: other) }
        try tool.copyDeviceKey(to: other)
        #expect(try other.run("get", "mail", "kim", "--passcode-stdin", input: "passcode\n").text == "two\n")
        let shown = try other.run(
            "vault", "show", "Bank", "--field", "password", "--password-stdin", input: Self.password)
        #expect(shown.text == "pa55\n", "\(shown.complaint)")
    }

    private struct Status: Decodable {
        struct Log: Decodable {
            let path: String
            let size: Int
        }
        let logs: [Log]
    }

    private func logs(in tool: CommandLineTool) throws -> [Status.Log] {
        try JSONDecoder().decode(Status.self, from: tool.run("status", "--json").bytes).logs
    }

    /// Bytes that are no change stand for a log that a reader holds back.
    @Test func statusNamesALogThatIsNotEmpty() throws {
        let tool = try CommandLineTool()
        #expect(try tool.run("set", "mail", "kim", input: "one").status == 0)
        #expect(try logs(in: tool).isEmpty)
        #expect(try !tool.run("status").text.contains("-wal"))
        let path = tool.file(of: "default").path + "-wal"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        #expect(try logs(in: tool).map(\.path) == [path])
        #expect(try logs(in: tool).map(\.size) == [3])
        #expect(try tool.run("status").text.contains(path))
        #expect(try tool.run("set", "mail", "kim", input: "two").status == 0)
        #expect(try tool.logs() == [])
    }

    /// The user copies the files when the command has ended, while the agent goes on, and has the recovery keys alone.
    @Test func aCopyWhileTheAgentRunsHasWhatCommandsHaveChanged() throws {
        let vault = try VaultTool()
        let tool = vault.tool
        let password = "eight sober pelicans\n"
        let vaultKey = try vault.text("recovery", "make", "--yes")
        let key = try tool.run("recovery-key", "make", "--yes").text
        let agent = try RunningAgent(tool)
        let names = ["default", "vault.personal"]
        let steps: [(words: [String], input: String)] = [
            (["set", "mail", "kim"], "one"), (["set", "mail", "kim"], "two"),
            (["edit", "mail", "kim", "--set", "comment=new"], ""),
            (["vault", "add", "Bank", "--password-stdin"], Self.password + "pa55\n"),
            (["vault", "edit", "Bank", "--secret", "password", "--password-stdin"], Self.password + "new\n"),
        ]
        for step in steps {
            let output = try tool.run(step.words, input: Data(step.input.utf8))
            #expect(output.status == 0, "\(step.words): \(output.complaint)")
            // That of the agent's own records is not empty when it has just noted the request.
            #expect(try tool.logs().allSatisfy { $0.hasPrefix("agent.") }, "\(step.words)")
        }
        let other = try CommandLineTool()
        for name in names { try tool.copyFile(of: name, to: other) }
        let used = try other.run("recovery-key", "use", "--stdin", input: key)
        #expect(used.status == 0, "\(used.complaint)")
        #expect(try other.run("get", "mail", "kim").text == "two\n")
        let recovered = try other.run("vault", "recovery", "use", "--stdin", input: vaultKey + password)
        #expect(recovered.status == 0, "\(recovered.complaint)")
        let shown = try other.run("vault", "show", "Bank", "--field", "password", "--password-stdin", input: password)
        #expect(shown.text == "new\n", "\(shown.complaint)")
        agent.end()
        #expect(try tool.logs() == [])
    }
}
