import Foundation
import Testing

/// The scripts that Scripts/install.sh has the program write for each shell.
@Suite struct CompletionTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    /// Written once for all tests, since the program takes its time for it.
    private static let scriptForBash = Result {
        try CommandLineTool().run("--generate-completion-script", "bash").bytes
    }

    private func script(_ shell: String) throws -> String {
        let script = tool.home.appendingPathComponent("completion.\(shell)")
        let output = try tool.run("--generate-completion-script", shell)
        #expect(output.status == 0)
        try output.bytes.write(to: script)
        return script.path
    }

    private static func path(_ shell: String) -> String? {
        ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(shell)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    @Test(arguments: [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")])
    func aShellThatIsHereUnderstandsItsScript(shell: String, check: String) throws {
        let script = try script(shell)
        guard let path = Self.path(shell) else { return }
        let checked = try tool.run([check, script], executable: path)
        #expect(checked.status == 0)
        #expect(checked.complaint == "")
        // What proves that the check can fail.
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: script))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("\nif (\n".utf8))
        try handle.close()
        #expect(try tool.run([check, script], executable: path).status != 0)
    }

    @Test(
        .enabled(if: path("bash") != nil),
        arguments: [
            (["chatelaine", "age"], ["agent"]), (["chatelaine", "apps", "unsh"], ["unshare"]),
            (["chatelaine", "agent", "unin"], ["uninstall"]), (["chatelaine", "status", "--js"], ["--json"]),
        ])
    func bashOffersWhatTheProgramUnderstands(words: [String], offered: [String]) throws {
        #expect(try offers(words) == offered)
    }

    @Test(.enabled(if: path("bash") != nil)) func referencesAreOfferedPartByPart() throws {
        let made = try tool.run("vault", "create", "team", "--password-stdin", input: "seven silly walruses\n")
        #expect(made.status == 0)
        #expect(try offers(["chatelaine", "read", "chatelaine://t"]) == ["chatelaine://team/"])
        #expect(try offers(["chatelaine", "read", "chatelaine://k"]) == ["chatelaine://keychain/"])
    }

    /// What bash would put in place of the last word.
    private func offers(_ words: [String]) throws -> [String] {
        let line = words.joined(separator: " ")
        let script = tool.home.appendingPathComponent("completion.bash")
        try Self.scriptForBash.get().write(to: script)
        let program = """
            source '\(script.path)'
            COMP_WORDS=(\(line)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count)
            _chatelaine chatelaine '\(words[words.count - 1])' '\(words[words.count - 2])'
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        // The script calls the program by the name that is completed.
        tool.environment["PATH"] = "\(CommandLineTool.directory):/usr/bin:/bin"
        let output = try tool.run(["-c", program], executable: try #require(Self.path("bash")))
        #expect(output.complaint == "")
        return output.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test(.enabled(if: path("bash") != nil)) func bashOffersNamesOfWhatIsStored() throws {
        for (service, account) in [("mail.example.com", "alice"), ("mail.example.com", "bob"), ("shop", "kim")] {
            #expect(try tool.run("set", service, account, input: "x").status == 0)
        }
        #expect(try offers(["chatelaine", "get", "ma"]) == ["mail.example.com"])
        #expect(try Set(offers(["chatelaine", "get", "mail.example.com", "''"])) == ["alice", "bob"])
        // An option's value is no operand, and what follows a flag is one.
        for option in ["--copy", "--group chatelaine", "--part notes"] {
            let words = ["chatelaine", "get"] + option.split(separator: " ").map(String.init)
            #expect(try Set(offers(words + ["mail.example.com", "''"])) == ["alice", "bob"], "\(option)")
        }
        #expect(try offers(["chatelaine", "set", "--require", "passcode", "shop", "''"]) == ["kim"])
        #expect(try offers(["chatelaine", "show", "--account", "k"]) == ["kim"])
        #expect(try offers(["chatelaine", "set", "s", "a", "--require", "pass"]) == ["passcode"])
        #expect(
            try offers(["chatelaine", "set", "s", "a", "--require", "user-presence,pass"]) == ["user-presence,passcode"]
        )
        #expect(try offers(["chatelaine", "list", "--attr", "serv"]).contains { $0.hasPrefix("service=") })
    }

    private func fillVault() throws {
        let password = VaultTool.password + "\n"
        #expect(try tool.run("vault", "create", "work", "--password-stdin", input: password).status == 0)
        let item = ["vault", "add", "My bank", "username=maria", "--no-secret", "--password-stdin"]
        #expect(try tool.run(item, input: Data(password.utf8)).status == 0)
    }

    @Test(.enabled(if: path("bash") != nil)) func bashOffersNamesOfAnOpenVaultAlone() throws {
        let agent = try RunningAgent(tool)
        try fillVault()
        #expect(try offers(["chatelaine", "vault", "rename", "w"]) == ["work"])
        // Each of these processes is another one, without a terminal: nothing is open for it, and nothing is asked.
        #expect(try offers(["chatelaine", "vault", "show", "My"]) == [])
        agent.end()
    }

    /// The words of a terminal in which the master password was entered.
    @Test(.enabled(if: path("bash") != nil)) func titlesAndFieldsAreOfferedInTheTerminalThatHasTheVaultOpen() throws {
        let agent = try RunningAgent(tool)
        try fillVault()
        let program = """
            '\(CommandLineTool.executable)' vault unlock
            '\(CommandLineTool.executable)' ---completion vault show -- positional@0 3 0 chatelaine vault show ''
            '\(CommandLineTool.executable)' ---completion vault show -- --field 5 0 chatelaine vault show 'My\\ bank' --field ''
            '\(CommandLineTool.executable)' vault rm 'My bank'
            echo in the trash:
            '\(CommandLineTool.executable)' ---completion vault restore -- positional@0 3 0 chatelaine vault restore ''
            """
        let terminal = try TestTerminal(tool, running: [try #require(Self.path("bash")), "-c", program])
        try terminal.expect("Master password of work: ")
        terminal.type(VaultTool.password + "\n")
        try terminal.expect("My bank")
        try terminal.expect("username")
        try terminal.expect("in the trash:\r\nMy bank")
        #expect(terminal.end() == 0, "\(terminal.shown)")
        agent.end()
    }
}
