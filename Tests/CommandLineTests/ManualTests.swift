import Foundation
import TestSupport
import Testing

/// The manual page is made from the commands; one that was made before a command came does not have it.
@Suite struct ManualTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Docs/man/chatelaine.1")

    @Test func everyCommandIsInTheManual() throws {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let help = try CommandLineTool().run("--help").text
        // The commands are indented lines of the lists whose titles end with SUBCOMMANDS.
        let commands = help.split(separator: "\n").filter {
            $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  -")
        }
        .compactMap { $0.split(separator: " ").first.map(String.init) }.filter { !["chatelaine", "See"].contains($0) }
        #expect(commands.contains("agent") && commands.contains("get"))
        for command in commands {
            #expect(page.contains("\n.Ss \(command)\n"), "make manual: “\(command)” is missing")
        }
        for section in ["ENVIRONMENT", "FILES", "EXIT STATUS", "SEE ALSO"] {
            #expect(page.contains("\n.Sh \(section)\n"))
        }
    }

    /// Looks for the program where the system has it: tests run without it too.
    private static let mandoc = ["/usr/bin/mandoc", "/usr/local/bin/mandoc"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: mandoc != nil, "mandoc is not installed"), arguments: ["chatelaine.1", "chatelaine.5"])
    func mandocHasNothingToWarnOf(page: String) throws {
        let path = Self.page.deletingLastPathComponent().appendingPathComponent(page).path
        let checked = try CommandLineTool().run(
            ["-T", "lint", "-W", "warning", path], executable: try #require(Self.mandoc))
        #expect(checked.status == 0)
        #expect(checked.text == "" && checked.complaint == "")
    }

    /// Installed programs name documents where Scripts/install.sh puts them.
    @Test func documentsThatTextsNameAreInstalled() throws {
        let package = Self.page.deletingLastPathComponent().appendingPathComponent("../..").standardized
        let sources = package.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var named = Set<String>()
        for case let file as URL in files where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let text = line.drop(while: \.isWhitespace)
                guard !text.hasPrefix("//"), let code = text.split(separator: " // ").first else { continue }
                #expect(!code.contains("Docs/"), "\(file.lastPathComponent): \(code)")
                for match in code.matches(of: /share\/doc\/chatelaine\/([a-z-]+\.md)/) { named.insert(String(match.1)) }
            }
        }
        #expect(named.contains("agent.md") && named.contains("vault-json.md"))
        // The lines of the script that install documents, run in a directory of the test's own.
        let script = try String(contentsOf: package.appendingPathComponent("Scripts/install.sh"), encoding: .utf8)
        let lines = script.split(separator: "\n").drop { !$0.hasPrefix("# The documents") }.dropFirst()
            .prefix { !$0.hasPrefix("#") }
        #expect(lines.count > 2)
        let prefix = try TemporaryDirectory()
        let words = ["/bin/bash", "-euc", "cd \"$1\"; prefix=$2\n" + lines.joined(separator: "\n"), "bash"]
        #expect(try ChildProcess.run(words + [package.path, prefix.path]).status == 0)
        let documents = prefix.url.appendingPathComponent("share/doc/chatelaine")
        for name in named {
            #expect(FileManager.default.fileExists(atPath: documents.appendingPathComponent(name).path), "\(name)")
        }
        for (name, source) in [("README.md", "README.md"), ("contents.md", "Docs/README.md")] {
            let installed = try Data(contentsOf: documents.appendingPathComponent(name))
            #expect(try installed == Data(contentsOf: package.appendingPathComponent(source)))
        }
    }
}
