import Foundation
import Glibc
import TestSupport
import Testing

/// The commands in a terminal, and the files that editors leave behind.
@Suite struct VaultTerminalTests {
    /// An editor that is a script: it gets the file as its argument.
    private func editor(_ tool: CommandLineTool, _ script: String) throws {
        let path = tool.home.appendingPathComponent("editor-\(UUID().uuidString)")
        try ChildProcess.writeScript("#!/bin/sh\nset -e\n\(script)\n", to: path.path)
        tool.environment["VISUAL"] = path.path
    }

    private func edit(_ vault: VaultTool, _ title: String) throws -> TestTerminal {
        let terminal = try TestTerminal(vault.tool, "vault", "edit", title)
        try terminal.expect("Master password of personal: ")
        #expect(!terminal.echoes)
        terminal.type(VaultTool.password + "\n")
        return terminal
    }

    /// Where the editor found the file, as it wrote that down.
    private func place(_ vault: VaultTool) throws -> String {
        try String(contentsOf: vault.tool.home.appendingPathComponent("place"), encoding: .utf8)
            .trimmingCharacters(in: .newlines)
    }

    private func note(_ vault: VaultTool) -> String { "echo \"$1\" > '\(vault.tool.home.path)/place'" }

    @Test func masterPasswordIsConfirmedAndNeverShown() throws {
        let tool = try CommandLineTool()
        let terminal = try TestTerminal(tool, "vault", "create", "--recovery-key")
        try terminal.expect("Master password for the new vault personal: ")
        terminal.type(VaultTool.password + "\n")
        try terminal.expect("Again: ")
        terminal.type(VaultTool.password + "\n")
        try terminal.expect("strength of the master password")
        try terminal.expect("Type it back, from what you have written down: ")
        let key = try #require(terminal.shown.firstMatch(of: #/([A-Z2-9]{4}-){6}[A-Z2-9]{4}/#))
        #expect(!terminal.echoes)
        terminal.type(key.output.0.lowercased().replacing("-", with: " ") + "\n")
        #expect(terminal.end() == 0)
        #expect(!terminal.shown.contains(VaultTool.password))
        let used = try tool.run(
            "vault", "recovery", "use", "--stdin", input: "\(key.output.0)\n\(VaultTool.password)\n")
        #expect(used.status == 0)
    }

    @Test func everythingIsAskedForWhereNothingIsGiven() throws {
        let vault = try VaultTool()
        let terminal = try TestTerminal(vault.tool, "vault", "add")
        try terminal.expect("Master password of personal: ")
        terminal.type("wrong\n")
        try terminal.expect("Master password of personal: ")
        terminal.type(VaultTool.password + "\n")
        for (question, answer) in [
            ("Title: ", "My bank"), ("Username: ", "maria"), ("Password (empty: generate one): ", "pa55"),
            ("Again: ", "pa55"), ("One-time code", "!"), ("One-time code", ""),
            ("Website (empty: no more): ", "https://bank.example"), ("Website", ""), ("Tags", "money, home"),
        ] {
            try terminal.expect(question)
            terminal.type(answer + "\n")
        }
        #expect(terminal.end() == 0)
        #expect(!terminal.shown.contains("pa55"))
        #expect(try vault.text("show", "My bank", "--field", "password") == "pa55\n")
        #expect(try vault.text("list", "--tag", "home").contains("maria"))
    }

    @Test func anEmptyPasswordIsMadeWithoutAskingAgain() throws {
        let vault = try VaultTool()
        let terminal = try TestTerminal(vault.tool, "vault", "add")
        try terminal.expect("Master password of personal: ")
        terminal.type(VaultTool.password + "\n")
        for (question, answer) in [
            ("Title: ", "Bank"), ("Username: ", ""), ("Password (empty: generate one): ", ""),
        ] {
            try terminal.expect(question)
            terminal.type(answer + "\n")
        }
        try terminal.expect("a password was generated: ")
        for question in ["One-time code", "Website", "Tags"] {
            try terminal.expect(question)
            terminal.type("\n")
        }
        #expect(terminal.end() == 0)
        #expect(!terminal.shown.contains("Again"))
        #expect(try vault.text("show", "Bank", "--field", "password").count > 12)
    }

    /// The editor is started while the command that started it has the vault open.
    @Test func aVaultThatAnotherProgramHasOpenIsNeitherRenamedNorDeleted() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "--no-secret")
        let result = vault.tool.home.appendingPathComponent("result")
        try editor(
            vault.tool,
            """
            for words in 'rename personal other' 'delete personal --yes' 'delete personal --yes --now'; do
                '\(CommandLineTool.executable)' vault $words >> '\(result.path)' 2>&1 || echo "status $?" >> '\(result.path)'
            done
            sed -i 's/^title: .*/title: My bank/' "$1"
            """)
        let terminal = try edit(vault, "Bank")
        #expect(terminal.end() == 0, "\(terminal.shown)")
        let said = try String(contentsOf: result, encoding: .utf8)
        #expect(said.ranges(of: "another program has the keychain open").count == 3, "\(said)")
        #expect(said.ranges(of: "status 1").count == 3)
        #expect(try vault.tool.run("vault", "status").text.hasPrefix("personal\t"))
    }

    @Test func editedTextIsStoredAndItsFileIsGone() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "username=maria", "--notes", "--secret", "password", input: "pa55\none\ntwo")
        try editor(
            vault.tool,
            """
            \(note(vault))
            test "$(stat -f -c %T "$1")" = tmpfs
            test "$(stat -c %a "$1")" = 600
            touch "$1.swp"
            sed -i -e 's/^username: .*/username: kim/' -e 's/^|two/|three/' "$1"
            echo '"PIN" <concealed>: 1234' >> "$1"
            """)
        let terminal = try edit(vault, "Bank")
        #expect(terminal.end() == 0, "\(terminal.shown)")
        #expect(try vault.text("show", "Bank", "--field", "username") == "kim\n")
        #expect(try vault.text("show", "Bank", "--field", "notes") == "one\nthree\n")
        #expect(try vault.text("show", "Bank", "--field", "PIN") == "1234\n")
        #expect(try vault.text("show", "Bank", "--field", "password") == "pa55\n")
        let directory = (try place(vault) as NSString).deletingLastPathComponent
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test func mistakeIsReportedAndNothingIsLost() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "username=maria", "--no-secret")
        // The first time it adds a line that means nothing; then it takes the line away, and what else was written stays.
        try editor(
            vault.tool,
            """
            if grep -q '^nonsense' "$1"; then sed -i '/^nonsense/d' "$1"
            else sed -i 's/^username: .*/username: kim/' "$1"; echo nonsense >> "$1"; fi
            """)
        let terminal = try edit(vault, "Bank")
        try terminal.expect("Go on editing?")
        #expect(terminal.shown.contains("line "))
        terminal.type("\n")
        #expect(terminal.end() == 0, "\(terminal.shown)")
        #expect(try vault.text("show", "Bank", "--field", "username") == "kim\n")
    }

    @Test func abandonedEditChangesNothing() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "username=maria", "--no-secret")
        try editor(vault.tool, "echo nonsense >> \"$1\"")
        let terminal = try edit(vault, "Bank")
        try terminal.expect("Go on editing?")
        terminal.type("n\n")
        #expect(terminal.end() == 128)
        try editor(vault.tool, "true")
        let unchanged = try edit(vault, "Bank")
        try unchanged.expect("nothing was changed")
        #expect(unchanged.end() == 0)
    }

    /// A text with another comment says the same, whatever the values are.
    @Test func editedTextRoundTrips() throws {
        let vault = try VaultTool()
        _ = try vault.text(
            "add", "a: \"b\" [c]", "title= # odd ", "x \"y\": z=|bar", "lines=one\n\n two\n", "Part \"2\"/k=v\r\n",
            "Part \"2\"/k2= ",
            "website=https://a.example", "tag=with, comma", "tag=\"q\"", "username=\u{1b}[0m # no comment", "--notes",
            "--secret", "password",
            input: " |pa55: \n\nlast\n\n")
        let before = try vault.text("show", " # odd ", "--reveal", "--json")
        try editor(vault.tool, "echo '# another comment' >> \"$1\"")
        let terminal = try edit(vault, " # odd ")
        try terminal.expect("nothing was changed")
        #expect(terminal.end() == 0)
        #expect(try vault.text("show", " # odd ", "--reveal", "--json") == before)
    }

    /// Killed by a signal, the editor has not said what it wanted.
    @Test func killedEditorLeavesNothing() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "username=maria", "--no-secret")
        try editor(vault.tool, "\(note(vault))\necho changed >> \"$1\"\nkill -KILL $$")
        let terminal = try edit(vault, "Bank")
        #expect(terminal.end() == 1)
        let directory = (try place(vault) as NSString).deletingLastPathComponent
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test(arguments: [SIGTERM, SIGHUP]) func signalInTheEditorRemovesTheFile(number: Int32) throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "username=maria", "--no-secret")
        try editor(vault.tool, "\(note(vault))\necho ready\nexec cat")
        let terminal = try edit(vault, "Bank")
        try terminal.expect("ready")
        terminal.send(number)
        #expect(terminal.end() == -number)
        let directory = (try place(vault) as NSString).deletingLastPathComponent
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    /// The next process removes the files that a killed process left.
    @Test func fileOfAKilledProcessIsRemovedByTheNext() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "username=maria", "--no-secret")
        // A place of its own: tests beside this one would clear it away.
        let runtime = "/dev/shm/chatelaine-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        vault.tool.environment["XDG_RUNTIME_DIR"] = runtime
        try editor(vault.tool, "\(note(vault))\necho ready\nexec cat")
        let killed = try edit(vault, "Bank")
        try killed.expect("ready")
        killed.send(SIGKILL)
        let directory = (try place(vault) as NSString).deletingLastPathComponent
        // The editor sees the end of its input.
        killed.type("\u{4}")
        #expect(killed.end() == -SIGKILL)
        #expect(FileManager.default.fileExists(atPath: directory))
        try editor(vault.tool, "true")
        #expect(try edit(vault, "Bank").end() == 0)
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test func valuesThatATerminalWouldObeyAreEscaped() throws {
        let vault = try VaultTool()
        _ = try vault.text("add", "Bank", "username=a\u{1b}[2J", "--no-secret")
        let terminal = try TestTerminal(vault.tool, "vault", "show", "Bank")
        try terminal.expect("Master password of personal: ")
        terminal.type(VaultTool.password + "\n")
        #expect(terminal.end() == 0)
        #expect(terminal.shown.contains("\\u{1b}[2J"))
        #expect(!terminal.shown.contains("\u{1b}[2J"))
    }
}
