import Foundation
import Glibc
import TestSupport
import Testing

/// The blocks of README.md, and those with a file of Docs/keys.md: each is built and runs as it is printed.
@Suite struct ReadmeTests {
    private struct Block {
        /// The words behind the fence.
        let words: [String]
        let text: String
    }

    private static let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    private let blocks: [Block]
    private let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        blocks = try Self.blocks(of: "README.md")
    }

    private static func blocks(of page: String) throws -> [Block] {
        let text = try String(contentsOf: package.appendingPathComponent(page), encoding: .utf8)
        var (blocks, open): ([Block], (words: [String], lines: [Substring])?) = ([], nil)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.hasPrefix("```") {
                open?.lines.append(line)
            } else if let (words, lines) = open {
                blocks.append(Block(words: words, text: lines.map { $0 + "\n" }.joined()))
                open = nil
            } else {
                open = (line.dropFirst(3).split(separator: " ").map(String.init), [])
            }
        }
        return blocks
    }

    /// What a block's comments say that it prints.
    private static func promised(_ text: String) -> String {
        text.split(separator: "\n").filter { $0.contains("print(") }
            .compactMap { $0.split(separator: "  // ").last.map { "\($0)\n" } }.joined()
    }

    @Test func noBlockIsLeftUntested() {
        let kinds = Dictionary(grouping: blocks, by: { $0.words.first ?? "" }).mapValues(\.count)
        #expect(kinds == ["sh": 3, "swift": 5, "console": 1])
        // Scripts/test-dependency-line.sh tests the one without a file.
        #expect(blocks.filter { $0.words == ["swift"] }.map { $0.text.hasPrefix(".package(url: ") } == [true])
    }

    @Test(arguments: ["Security", "Typed", "Store", "Testing"])
    func swiftIsThatOfAProgramWhichRunsTwice(name: String) throws {
        let path = "Examples/Readme/\(name)/main.swift"
        try check(#require(blocks.first { $0.words == ["swift", path] }), path, "Readme\(name)")
    }

    @Test func theKeyOfThePageSignsInEveryRun() throws {
        let path = "Examples/Readme/Keys/main.swift"
        let block = try Self.blocks(of: "Docs/keys.md").first { $0.words == ["swift", path] }
        try check(#require(block), path, "ReadmeKeys")
    }

    /// “make test-examples” builds it and makes connections with it.
    @Test func theKeyForTLSIsThatOfTheExample() throws {
        let path = "Examples/MutualTLS/Sources/MutualTLS/KeychainPrivateKey.swift"
        let block = try Self.blocks(of: "Docs/keys.md").first { $0.words == ["swift", path] }
        let file = try String(contentsOf: Self.package.appendingPathComponent(path), encoding: .utf8)
        #expect(try #require(block).text == file)
    }

    private func check(_ block: Block, _ path: String, _ program: String) throws {
        let file = try String(contentsOf: Self.package.appendingPathComponent(path), encoding: .utf8)
        #expect(block.text == file)
        for _ in 0..<2 {
            let output = try tool.run([], executable: BuiltPrograms.path(program))
            #expect(output.status == 0 && output.text == Self.promised(block.text), "\(output.text)\(output.complaint)")
        }
    }

    @Test(arguments: ["Security", "Typed"]) func theCommandLineFindsWhatTheProgramStored(name: String) throws {
        #expect(try tool.run([], executable: BuiltPrograms.path("Readme\(name)")).status == 0)
        let block = try #require(blocks.first { $0.words == ["console"] })
        let lines = block.text.split(separator: "\n", maxSplits: 1).map(String.init)
        #expect(lines[0].hasPrefix("$ chatelaine "))
        let words = lines[0].split(separator: " ").dropFirst(2).map(String.init)
        #expect(try tool.run(words).text == lines[1])
    }

    /// The targets of the first block take minutes: they are there, and CI runs them.
    @Test func targetsOfTheMakefileExist() throws {
        let block = try #require(blocks.first { $0.words == ["sh"] })
        let makefile = try String(contentsOf: Self.package.appendingPathComponent("Makefile"), encoding: .utf8)
        let targets = block.text.split(separator: "\n").map { $0.split(separator: " ")[1] }
        #expect(targets.count == 3)
        for target in targets { #expect(makefile.contains("\n\(target): "), "\(target)") }
    }

    @Test func theShellSeesWhatAnAgentKeepsApart() throws {
        let block = try #require(blocks.first { $0.words == ["sh"] && $0.text.contains("CHATELAINE_HOME") })
        // The programs of these tests may be elsewhere; the directory goes with the test.
        let script = block.text
            .replacing("$PWD/.build/debug", with: CommandLineTool.directory).replacing(
                "$(mktemp -d)", with: tool.home.path + "/readme")
        #expect(script != block.text)
        try FileManager.default.createDirectory(
            at: tool.home.appendingPathComponent("readme"), withIntermediateDirectories: false)
        let output = try tool.run(["-c", script], executable: "/bin/bash")
        #expect(output.text.hasPrefix("listening on \(tool.home.path)/readme"), "\(output.text)\(output.complaint)")
        #expect(output.text.contains("Store a password: 0 (No error.)"), "\(output.text)")
        #expect(output.text.contains("Delete the password: -25300"), "\(output.text)")
    }

    @Test func theLoginForTheTourIsAddedAsPrinted() throws {
        let block = try #require(blocks.first { $0.words == ["sh"] && $0.text.contains("ExtensionTour") })
        let lines = block.text.split(separator: "\n").map { line in
            line.split(separator: "#")[0].trimmingCharacters(in: .whitespaces)
        }
        #expect(lines.count == 3 && lines[1] == "chatelaine approve --follow" && lines[2] == "ExtensionTour login")
        let agent = try RunningAgent(tool)
        tool.environment["PATH"] = "\(CommandLineTool.directory):/usr/bin:/bin"
        let password = VaultTool.password + "\n"
        let terminal = try TestTerminal(tool, running: ["/bin/bash", "-c", lines[0]])
        for (question, answer) in [
            ("Master password for the new vault", password), ("Again", password), ("New password", "pa55\n"),
            ("Again", "pa55\n"),
        ] {
            try terminal.expect(question)
            terminal.type(answer)
        }
        try terminal.expect("added ACME")
        #expect(terminal.end() == 0)
        // The sheet itself is tested with the programs installed (SheetRelayTests, as root).
        #expect(FileManager.default.isExecutableFile(atPath: BuiltPrograms.path("ExtensionTour")))
        agent.end()
    }
}
