import AppTesting
import Foundation
import Testing

/// The sheet in a window, between a program that asks and the real agent and vault.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SheetTests {
    /// An agent with a vault that has a login for the bank, and a prompter.
    private func stage() throws -> Stage {
        let stage = try Stage()
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=https://bank.example", input: "correct horse\n")
        try stage.startPrompter()
        return stage
    }

    @Test func loginIsPickedAfterTheMasterPassword() throws {
        let stage = try stage()
        let program = try AskingProgram(stage, "find", "https://bank.example")
        let sheet = try stage.sheet()
        _ = try sheet.find("label", "“Bank” asks for a login for bank.example.")
        _ = try sheet.find("label", "“Bank” has not asked for bank.example before.")
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        _ = try sheet.find("list item", "Bank, alice")
        try sheet.desktop.press("Return", "Return")
        #expect(try program.answer() == ["username": "alice", "password": "correct horse"])
        try stage.waitUntilNoSheet()
    }
}
