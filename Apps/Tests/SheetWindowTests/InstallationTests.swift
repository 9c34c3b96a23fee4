import AppTesting
import Foundation
import Testing

/// The window is installed while the agent runs, as the desktop apps are after the command line.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct InstallationTests {
    private func stageWithoutWindow() throws -> Stage {
        let stage = try Stage(startsAgent: false)
        try FileManager.default.removeItem(atPath: "\(stage.prefix)/libexec/chatelaine/chatelaine-sheet")
        try stage.startAgent()
        try stage.installPasswordManager()
        try stage.makeVault()
        return stage
    }

    @Test func theAgentNeedsNoNewStart() throws {
        let stage = try stageWithoutWindow()
        try stage.vault("add", "Bank", "username=alice", "website=https://bank.example", input: "correct horse\n")
        try stage.install("chatelaine-sheet")
        try stage.startPrompter()
        let program = try AskingProgram(stage, "find", "https://bank.example")
        let sheet = try stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        _ = try sheet.find("list item", "Bank, alice")
        try stage.pickFirst(in: sheet)
        #expect(try program.answer()["password"] == "correct horse")
    }

    /// A user other than root could have put it there.
    @Test func windowOwnedByAnotherUserShowsNothing() throws {
        let stage = try stageWithoutWindow()
        let path = try stage.install("chatelaine-sheet")
        // Not the file that was built, which it may be a link to.
        try ChildProcess.run(["cp", "--", path, path + ".copy"])
        try ChildProcess.run(["chown", "nobody", path + ".copy"])
        try ChildProcess.run(["mv", "-f", "--", path + ".copy", path])
        try stage.startPrompter()
        #expect(try AskingProgram(stage, "find", "https://bank.example").answer() == ["error": "2"])
    }
}
