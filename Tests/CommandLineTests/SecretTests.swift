import Foundation
import Testing

@Suite struct SecretTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    @Test func storedSecretIsReturned() throws {
        #expect(try tool.run("set", "mail", "alice", input: "s3cret\n").status == 0)
        let output = try tool.run("get", "mail", "alice")
        #expect(output.status == 0)
        #expect(output.text == "s3cret\n")
        #expect(output.complaint.isEmpty)
    }

    @Test func optionsAndOperandsMeanTheSame() throws {
        #expect(try tool.run("set", "mail", "alice", input: "s3cret").status == 0)
        #expect(try tool.run("get", "--service", "mail", "--account", "alice").text == "s3cret\n")
        #expect(try tool.run("get", "mail", "alice", "--raw").text == "s3cret")
    }

    /// The form that is understood without the parser is the same command.
    @Test func namesThatLookLikeOptionsGoToTheParser() throws {
        #expect(try tool.run("set", "--", "-s", "--force", input: "x").status == 0)
        #expect(try tool.run("get", "--", "-s", "--force").text == "x\n")
        #expect(try tool.run("get", "-s", "--force").status == 2)
    }

    private func logSizes() throws -> [Int] {
        let files = try #require(
            FileManager.default.enumerator(at: tool.home, includingPropertiesForKeys: [.fileSizeKey]))
        let logs = files.compactMap { $0 as? URL }.filter { $0.lastPathComponent.hasSuffix("-wal") }
        return try logs.compactMap { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize }
    }

    /// The old password is sealed with a key that the log still has.
    @Test func aReplacedPasswordIsGoneFromTheLog() throws {
        #expect(try tool.run("set", "s", "a", input: "old").status == 0)
        #expect(try tool.run("set", "s", "a", input: "new").status == 0)
        #expect(try logSizes() == [0])
    }

    /// A log that only grows would have to be read by every process that comes after.
    @Test func processesThatWriteOnceDoNotLetTheLogGrow() throws {
        for number in 0..<10 {
            #expect(try tool.run("set", "s", "\(number)", input: "x").status == 0)
            #expect(try logSizes() == [0])
        }
    }

    @Test func settingAgainReplaces() throws {
        #expect(try tool.run("set", "mail", "alice", input: "old").status == 0)
        #expect(try tool.run("set", "mail", "alice", "--label", "Mail", input: "new").status == 0)
        #expect(try tool.run("get", "mail", "alice").text == "new\n")
        #expect(try tool.run("list").text.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["", "\n", "two\nlines\n\n", " spaces ", "ünïcode 🗝"])
    func exactlyOneFinalNewlineIsRemoved(input: String) throws {
        #expect(try tool.run("set", "s", "a", input: input).status == 0)
        let expected = input.hasSuffix("\n") ? String(input.dropLast()) : input
        #expect(try tool.run("get", "s", "a", "--raw").text == expected)
    }

    @Test func anyBytesComeBackTheSame() throws {
        let bytes = Data((0...255).map { UInt8($0) })
        #expect(try tool.run(["set", "s", "a"], input: bytes).status == 0)
        #expect(try tool.run(["get", "s", "a", "--raw"]).bytes == bytes)
    }

    @Test func sixteenMebibytesAreStoredAndNotOneByteMore() throws {
        var secret = Data(repeating: 0x61, count: 16 << 20)
        #expect(try tool.run(["set", "large", "a"], input: secret + [0x0a]).status == 0)
        #expect(try tool.run(["get", "large", "a", "--raw"]).bytes == secret)
        secret.append(0x61)
        let output = try tool.run(["set", "larger", "a"], input: secret)
        #expect(output.status == 1)
        #expect(output.complaint.contains("16 MiB"))
        #expect(try tool.run("get", "larger", "a").status == 44)
    }

    @Test func anItemOfAnotherGroupIsFoundAndReplacedWhereItIs() throws {
        #expect(try tool.run("set", "s", "a", "--group", "com.example.app", input: "one").status == 0)
        #expect(try tool.run("get", "s", "a").text == "one\n")
        #expect(try tool.run("set", "s", "a", input: "two").status == 0)
        #expect(try tool.run("get", "s", "a", "--group", "com.example.app").text == "two\n")
        #expect(try tool.run("get", "s", "a", "--group", "chatelaine").status == 44)
    }

    @Test func withSeveralGroupsTheCommandLinesOwnIsMeant() throws {
        for group in ["x", "y"] {
            #expect(try tool.run("add", "-s", "s", "-a", "a", "--group", group, input: group).status == 0)
        }
        let ambiguous = try tool.run("get", "s", "a")
        #expect(ambiguous.status == 1)
        #expect(ambiguous.complaint.contains("--group: x, y"))
        #expect(try tool.run("add", "-s", "s", "-a", "a", input: "own").status == 0)
        #expect(try tool.run("get", "s", "a").text == "own\n")
    }

    @Test func secretPartsAreReadFromInputAndPrintedOnDemand() throws {
        #expect(try tool.run("add", "--server", "h", "-a", "a", input: "pw").status == 0)
        #expect(try tool.run("edit", "--server", "h", "--secret-part", "notes", input: "remember\n").status == 0)
        #expect(try tool.run("get", "--server", "h", "--part", "notes").text == "remember\n")
        #expect(try tool.run("get", "--server", "h").text == "pw\n")
        #expect(try tool.run("show", "--server", "h").text.contains("remember") == false)
        #expect(try tool.run("get", "--server", "h", "--part", "history").status == 44)
    }

    @Test func aSecretIsNeverAnArgument() throws {
        let refused = try tool.run("set", "s", "a", "s3cret")
        #expect(refused.status == 2)
        #expect(!refused.complaint.contains("s3cret"))
        #expect(try tool.run("add", "--server", "h", "--attr", "notes=s3cret").status == 2)
    }

    @Test func anItemMayHaveNoSecret() throws {
        #expect(try tool.run("add", "-s", "s", "-a", "a", "--no-secret").status == 0)
        #expect(try tool.run("get", "s", "a").status == 44)
        #expect(try tool.run("show", "s", "a").status == 0)
    }
}
