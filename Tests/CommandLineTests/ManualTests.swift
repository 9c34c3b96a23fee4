import Foundation
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
            #expect(page.contains("\n.It Em \(command)\n"), "make manual: “\(command)” is missing")
        }
    }
}
