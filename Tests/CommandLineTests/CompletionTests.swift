import Foundation
import Testing

/// The scripts that Scripts/install.sh has the program write for each shell.
@Suite struct CompletionTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

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
        let line = words.joined(separator: " ")
        let program = """
            source '\(try script("bash"))'
            COMP_WORDS=(\(line)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count)
            _chatelaine chatelaine '\(words[words.count - 1])' '\(words[words.count - 2])'
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let output = try tool.run(["-c", program], executable: try #require(Self.path("bash")))
        #expect(output.complaint == "")
        #expect(output.text.split(whereSeparator: \.isWhitespace).map(String.init) == offered)
    }
}
