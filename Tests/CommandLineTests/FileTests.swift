import Foundation
import Glibc
import Testing

/// Protected files on the command line.
@Suite struct FileTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    private func path(_ name: String) -> String { tool.home.appendingPathComponent(name).path }
    private func put(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }
    private func content(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

    @Test func protectedFileCanBeReadAndUnprotected() throws {
        try put("one\n", "one")
        try put("two\n", "two")
        #expect(try tool.run("protect", path("one"), path("two")).status == 0)
        #expect(try content("one").range(of: Data("one\n".utf8)) == nil)
        #expect(try tool.run("cat", path("one"), path("two")).text == "one\ntwo\n")
        #expect(try tool.run("protect", "--class", "complete", path("one")).status == 0)
        #expect(
            try tool.run("ls", path("one"), path("two")).text == """
                complete     \(path("one"))
                first-unlock \(path("two"))

                """)
        let listing = try tool.run("ls", "-l", tool.home.path).text
        #expect(listing.split(separator: "\n").count == 2)
        #expect(listing.contains("complete                4  chatelaine  \(path("one"))"))
        #expect(try tool.run("unprotect", path("one"), path("two")).status == 0)
        #expect(try content("one") == Data("one\n".utf8) && content("two") == Data("two\n".utf8))
        #expect(try tool.run("ls", tool.home.path).text == "")
    }

    @Test func aLockedFileSaysSo() throws {
        try put("text\n", "file")
        #expect(try tool.run("passcode", "set", "--stdin", input: "1234\n").status == 0)
        // The default class: its key is not available in a process that was not given the passcode.
        #expect(try tool.run("protect", path("file")).status == 36)
        #expect(try content("file") == Data("text\n".utf8))
        #expect(try tool.run("protect", "--passcode-stdin", path("file"), input: "1234\n").status == 0)
        let output = try tool.run("cat", path("file"))
        #expect(output.status == 36)
        #expect(output.complaint.contains("completeUntilFirstUserAuthentication"))
        #expect(output.complaint.contains("--passcode-stdin"))
        #expect(try tool.run("cat", "--passcode-stdin", path("file"), input: "1234\n").text == "text\n")
        #expect(try tool.run("ls", path("file")).status == 0)
        let terminal = try TestTerminal(tool, "cat", path("file"))
        try terminal.expect("Passcode of the keychain: ")
        terminal.type("1234\n")
        #expect(terminal.end() == 0)
        #expect(terminal.shown.contains("text\n"))
        // Written while locked; readable once unlocked.
        try put("new\n", "file")
        #expect(try tool.run("protect", "--class", "unless-open", path("file")).status == 0)
        #expect(try tool.run("cat", path("file")).status == 36)
        #expect(try tool.run("cat", "--passcode-stdin", path("file"), input: "1234\n").text == "new\n")
    }

    @Test func nonFileIsRefused() throws {
        try put("plain", "plain")
        for (words, remedy) in [
            (["cat", path("plain")], "chatelaine protect"), (["ls", path("plain")], "chatelaine protect"),
            (["unprotect", path("plain")], "chatelaine protect"), (["protect", path("none")], "next:"),
            (["protect", "/dev/null"], "not a device"),
        ] {
            let output = try tool.run(words)
            #expect(output.status == 1 && output.complaint.contains(remedy), "\(words): \(output.complaint)")
        }
        #expect(try tool.run("protect", "--class", "no-such", path("plain")).status == 2)
        #expect(try content("plain") == Data("plain".utf8))
    }

    /// The other names still lead to the plain content.
    @Test func fileWithSeveralNamesIsSaidToHaveThem() throws {
        try put("plain", "one")
        for name in ["two", "three"] { #expect(link(path("one"), path(name)) == 0) }
        var before = stat()
        #expect(stat(path("two"), &before) == 0)
        let output = try tool.run("protect", path("one"))
        #expect(output.status == 0)
        #expect(output.complaint.contains("had 3 names"), "\(output.complaint)")
        #expect(output.complaint.contains("-inum \(before.st_ino)"))
        #expect(try content("two") == Data("plain".utf8))
        // A file that is protected already keeps its content, under all its names.
        #expect(link(path("one"), path("four")) == 0)
        #expect(try tool.run("protect", "--class", "complete", path("one")).complaint == "")
        #expect(try content("four") == content("one"))
    }

    @Test func bytesAreNotPrintedOnATerminal() throws {
        try put("\u{1b}[2J", "file")
        #expect(try tool.run("protect", path("file")).status == 0)
        let terminal = try TestTerminal(tool, "cat", path("file"))
        #expect(terminal.end() == 1)
        #expect(terminal.shown.contains("--force"))
        #expect(try tool.run("cat", path("file")).text == "\u{1b}[2J")
    }

    @Test func controlCLeavesTheFileAsItWas() throws {
        // Nothing but a hole: long enough for the progress to be shown.
        try put("", "file")
        let size = 1 << 37
        #expect(truncate(path("file"), size) == 0)
        let terminal = try TestTerminal(tool, "protect", path("file"))
        try terminal.expect("file: 0 %")
        terminal.type("\u{3}")
        #expect(terminal.end() == 128)
        #expect(terminal.shown.contains("interrupted"))
        #expect(terminal.shown.contains("is as it was; run it again"))
        #expect(!terminal.shown.contains("another file"))
        // The rate and the remaining time are next to the percentage.
        #expect(terminal.shown.firstMatch(of: /0 %, [0-9]+ [KMG]?i?B\/s, [0-9a-z ]+ left/) != nil, "\(terminal.shown)")
        var status = stat()
        #expect(stat(path("file"), &status) == 0 && status.st_size == size && status.st_blocks < 100)
        let names = try FileManager.default.contentsOfDirectory(atPath: tool.home.path)
        #expect(Set(names) == ["file", "keychain"])
    }
}
