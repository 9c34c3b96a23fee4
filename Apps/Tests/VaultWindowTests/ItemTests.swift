import Foundation
import AppTesting
import Testing

/// Looking at items and changing them.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ItemTests {
    private static let items: (Stage) throws -> Void = { stage in
        try stage.vault(
            "add", "My Bank", "username=maria", "website=https://bank.example", "tag=money", "--secret", "password",
            "--otp", "--notes", input: "tr0ub4dor\nJBSWY3DPEHPK3PXP\nask for Ms Lee\n")
        try stage.vault("add", "Visa", "--kind", "card", "cardholder=Maria", "--secret", "number", input: "4111\n")
    }

    private func opened(_ title: String = "My Bank") throws -> VaultWindow {
        let window = try VaultWindow(settings: ["autoLock": 0], prepare: Self.items)
        try window.unlock()
        try window.select(title)
        _ = try window.app.find("push button", "Edit")
        return window
    }

    @Test func secretsAreBulletsUntilRevealedAndTitlesAreInNoWindowTitle() throws {
        let window = try opened()
        _ = try window.app.find("label", "••••••••")
        for secret in ["tr0ub4dor", "JBSWY3DPEHPK3PXP", "ask for Ms Lee"] {
            #expect(!window.app.everythingSaid.contains(secret))
        }
        #expect(!window.app.titles.joined().contains("Bank"))
        try window.app.find(nil, "Reveal password").press()
        _ = try window.app.find("label", "tr0ub4dor")
        try window.app.find(nil, "Reveal password").press()
        try window.app.waitUntilGone("label", "tr0ub4dor")
    }

    @Test func codesAreThoseOfTheCommandLine() throws {
        let window = try opened()
        _ = try window.app.find(nil, "Seconds left")
        try Desktop.wait(for: "the same code") {
            let code = try window.stage.vault("show", "My Bank", "--code").trimmingCharacters(in: .newlines)
            let shown = "\(code.prefix(3)) \(code.suffix(3))"
            return window.app.look("label", shown) != nil ? () : nil
        }
    }

    @Test func keysCopyPasswordAndUsername() throws {
        let window = try opened()
        try window.app.desktop.press("ctrl+shift+c")
        try Desktop.wait(for: "a username") { try window.app.desktop.pasted() == "maria" ? () : nil }
        try window.app.desktop.press("ctrl+c")
        try Desktop.wait(for: "a password") { try window.app.desktop.pasted() == "tr0ub4dor" ? () : nil }
    }

    @Test func anEditIsStoredAndTheOldSecretIsInTheHistory() throws {
        let window = try opened()
        try window.app.press("Edit")
        try window.app.enter("maria@example.com", into: "username")
        try window.app.type("correct horse", into: "password")
        #expect(!window.app.everythingSaid.contains("correct horse"))
        try window.app.press("Save")
        _ = try window.app.find("label", "maria@example.com")
        #expect(try window.stored("My Bank", "password") == "correct horse")
        #expect(try window.stored("My Bank", "username") == "maria@example.com")
        #expect(try window.stored("My Bank", "notes") == "ask for Ms Lee")
        #expect(try window.stage.vault("history", "My Bank", "--reveal").contains("tr0ub4dor"))
    }

    @Test func aNewLoginIsStored() throws {
        let window = try opened()
        try window.app.desktop.press("ctrl+n")
        try window.app.enter("Forge", into: "Title")
        try window.app.enter("https://forge.example", into: "Website")
        try window.app.enter("tiger", into: "username")
        try window.app.press("Generate password")
        try window.app.press("Use")
        try window.app.press("Save")
        _ = try window.app.find("list item", "Forge, tiger")
        #expect(try window.stored("Forge", "password").count == 20)
        #expect(try window.stored("Forge", "website") == "https://forge.example")
    }

    @Test func deletingHappensAtOnceAndCanBeUndone() throws {
        let window = try opened("Visa")
        try window.app.desktop.press("Delete")
        try window.app.waitUntilGone("list item", "Visa, Maria")
        try window.app.desktop.press("ctrl+z")
        _ = try window.app.find("list item", "Visa, Maria")
        #expect(try !window.stage.vault("list", "--trash").contains("Visa"))
        try window.select("Visa")
        _ = try window.app.find("push button", "Edit")
        try window.app.desktop.press("Delete")
        try window.app.waitUntilGone("list item", "Visa, Maria")
        _ = try window.app.find("label", "Moved to the trash")
        #expect(try window.stage.vault("list", "--trash").contains("Visa"))
    }

    @Test func changesThatAreGivenUpCanBeHadBack() throws {
        let window = try opened()
        try window.app.press("Edit")
        try window.app.enter("other", into: "username")
        try window.app.desktop.press("Escape", "ctrl+z")
        try window.app.press("Save")
        _ = try window.app.find("label", "other")
        #expect(try window.stored("My Bank", "username") == "other")
    }

    @Test func everythingThatKeysCanGoToHasAName() throws {
        let window = try opened()
        #expect(window.app.unnamed == [])
        try window.app.press("Edit")
        _ = try window.app.find("push button", "Save")
        #expect(window.app.unnamed == [])
        try window.app.press("Generate password")
        _ = try window.app.find("push button", "Use")
        #expect(window.app.unnamed == [])
    }
}
