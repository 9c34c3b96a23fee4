import Foundation
import Glibc
import Testing
import TestSupport

/// Names whose bytes are not UTF-8. They are written as octal numbers for printf(1).
@Suite struct ByteNameTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        tool.environment["CHATELAINE_LOG"] = "stderr"
    }

    /// Runs `chatelaine` with words that the shell makes from octal numbers.
    private func run(_ words: String..., input: String = "", program: String = CommandLineTool.executable) throws
        -> CommandLineTool.Output
    {
        let quoted = words.map { "\"$(printf '\($0)')\"" }.joined(separator: " ")
        return try tool.run(
            ["-c", "exec \"$0\" \(quoted)", program], input: Data(input.utf8), executable: "/bin/sh")
    }

    /// Both would be the name U+FFFD, and the second item would overwrite the first.
    @Test func namesThatAreNotTextAreRefusedAndNothingIsOverwritten() throws {
        #expect(try run("set", "\\357\\277\\275", "alice", input: "real").status == 0)
        for name in ["\\377", "\\376", "n\\303", "\\355\\240\\200", "\\300\\257"] {
            for words in [("set", "alice"), ("get", "alice"), ("rm", "alice")] {
                let output = try run(words.0, name, words.1, input: "other")
                #expect(output.status == 2 && output.complaint.contains("argument 2 is not UTF-8"), "\(name)")
                #expect(output.complaint.contains("next: ") && output.bytes.isEmpty)
            }
        }
        #expect(try run("set", "mail", "\\377", input: "other").complaint.contains("argument 3"))
        #expect(try run("get", "\\357\\277\\275", "alice").text == "real\n")
    }

    @Test(arguments: ["list", "find", "show", "add", "edit", "protect", "cat", "vault", "--generate-completion-script"])
    func everyCommandRefusesThem(command: String) throws {
        #expect(try run(command, "a\\377").status == 2)
    }

    @Test func fileWhoseNameIsNotTextIsNotTakenForAnother() throws {
        let directory = tool.home.path
        let other = directory + "/\u{FFFD}"
        try Data("other".utf8).write(to: URL(fileURLWithPath: other))
        #expect(try run("protect", directory + "/\\377").status == 2)
        // A link whose name is text, to a directory whose name is not.
        let made = try tool.run(
            [
                "-c", "d=$0/$(printf '\\376'); mkdir \"$d\" && printf mine >\"$d/file\" && ln -s \"$d\" \"$0/link\"",
                directory,
            ],
            executable: "/bin/sh")
        #expect(made.status == 0)
        let output = try tool.run("protect", directory + "/link/file")
        #expect(output.status == 1 && output.complaint.contains("is not UTF-8"), "\(output.complaint)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("other".utf8))
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory + "/link/file")) == Data("mine".utf8))
    }

    /// Neither left out without a word, nor taken for the file that has the replacement character in its name.
    @Test(arguments: [[], ["--json"]]) func listingSaysHowManyNamesAreNotText(options: [String]) throws {
        let directory = tool.home.path + "/files"
        let (text, other) = (directory + "/text", directory + "/\u{FFFD}")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        for path in [text, other] { try Data("plain".utf8).write(to: URL(fileURLWithPath: path)) }
        #expect(try tool.run("protect", text).status == 0)
        let before = try tool.run(["ls"] + options + [directory])
        #expect(before.status == 0 && before.complaint.isEmpty)
        let made = try tool.run(
            [
                "-c",
                "cd $0 && for n in 377 376; do cp text $(printf '\\'$n); done && echo plain >$(printf '\\375')",
                directory,
            ],
            executable: "/bin/sh")
        #expect(made.status == 0)
        let output = try tool.run(["ls"] + options + [directory])
        #expect(output.status == 1 && output.text == before.text, "\(output.text)")
        #expect(output.complaint.contains("2 protected files whose names are not UTF-8"), "\(output.complaint)")
        #expect(output.complaint.contains("next: "))
    }

    /// With replacement characters it would be the home of another keychain.
    @Test func homeWhosePathIsNotTextIsRefused() throws {
        let home = tool.home.path
        let output = try tool.run(
            ["-c", "CHATELAINE_HOME=\"$1/$(printf '\\377')\" exec \"$0\" list", CommandLineTool.executable, home],
            executable: "/bin/sh")
        #expect(output.status == 1 && output.complaint.contains("CHATELAINE_HOME"), "\(output.complaint)")
        #expect(!FileManager.default.fileExists(atPath: home + "/\u{FFFD}"))
    }

    /// The default access group of a program is its name: two such programs would share one.
    @Test func programsWhosePathsAreNotTextShareNoItems() throws {
        for name in ["\\377", "\\376"] {
            let output = try tool.run(
                [
                    "-c",
                    "p=\"$1/$(printf '\(name)')\"; ln \"$0\" \"$p\" 2>/dev/null || cp \"$0\" \"$p\"; exec \"$p\" store",
                    CommandLineTool.tutorial, tool.home.path,
                ], executable: "/bin/sh")
            #expect(output.status == 1, "\(output.status) \(output.complaint)")
            #expect((output.text + output.complaint).contains("is not UTF-8"), "\(output.text)\(output.complaint)")
        }
    }
}
