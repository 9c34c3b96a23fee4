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

    @Test func statusNamesTheLogUntilTheAgentEnds() throws {
        let vault = try VaultTool()
        let tool = vault.tool
        let agent = try RunningAgent(tool)
        #expect(try tool.run("set", "mail", "kim", input: "one").status == 0)
        _ = try vault.text("add", "Bank", input: "pa55\n")
        let log = try #require(try logs(in: tool).first { $0.path == tool.file(of: "default").path + "-wal" })
        #expect(log.size > 0)
        #expect(try logs(in: tool).contains { $0.path.hasSuffix("vault.personal.keychain-wal") })
        #expect(try tool.run("status").text.contains(log.path))
        agent.end()
        #expect(try tool.logs() == [])
        #expect(try logs(in: tool).isEmpty)
        #expect(try !tool.run("status").text.contains("-wal"))
        let other = try CommandLineTool()
        for name in ["default", "vault.personal"] { try tool.copyFile(of: name, to: other) }
        try tool.copyDeviceKey(to: other)
        #expect(try other.run("get", "mail", "kim").text == "one\n")
    }
}
