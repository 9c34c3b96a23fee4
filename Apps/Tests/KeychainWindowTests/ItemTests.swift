import AppTesting
import Foundation
import Testing

/// Items are made, changed and deleted.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ItemTests {
    private func secret(_ service: String, _ account: String, _ window: KeychainsWindow) throws -> String {
        try window.stage.chatelaine("get", service, account).trimmingCharacters(in: .newlines)
    }

    @Test func aNewPasswordIsStored() throws {
        let window = try KeychainsWindow()
        let app = window.app
        _ = try app.find("label", "No Items Yet")
        try app.desktop.press("ctrl+n")
        try app.enter("forge.example", into: "Service")
        try app.enter("tiger", into: "Account")
        try app.type("seven silly walruses", into: "Password")
        #expect(!app.everythingSaid.contains("walruses"))
        #expect(app.unnamed == [])
        try app.press("Save")
        _ = try app.find("list item", "forge.example, tiger, Password")
        #expect(try secret("forge.example", "tiger", window) == "seven silly walruses")
    }

    @Test func aChangeIsStoredAndUndone() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        let app = window.app
        try window.select("mail.example")
        try app.press("Edit")
        try app.enter("sam", into: "Account")
        try app.type("new and longer", into: "New password")
        try app.press("Save")
        _ = try app.find("list item", "mail.example, sam, Password")
        #expect(try secret("mail.example", "sam", window) == "new and longer")
        try app.desktop.press("ctrl+z")
        _ = try app.find("list item", "mail.example, kim, Password")
        #expect(try secret("mail.example", "kim", window) == "correct horse")
    }

    @Test func aDeletedItemComesBackOrIsGoneWhenTheWindowIsClosed() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        let app = window.app
        try window.select("The Wiki")
        try app.desktop.press("Delete")
        try app.waitUntilGone("list item", "The Wiki, lee, wiki.example, Password")
        try app.desktop.press("ctrl+z")
        _ = try app.find("list item", "The Wiki, lee, wiki.example, Password")
        _ = try app.find("push button", "Edit")
        try app.desktop.press("Delete")
        try app.waitUntilGone("list item", "The Wiki, lee, wiki.example, Password")
        try app.press("Close")
        try app.waitForEnd()
        let list = try window.stage.chatelaine("list")
        #expect(!list.contains("wiki.example") && list.contains("mail.example"))
    }
}
