import AppTesting
import Foundation
import KeychainServices
import Testing

/// The list, and which items are in it.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ListTests {
    @Test(arguments: [true, false]) func itemsOfAllProgramsAreListedAndFound(hasAgent: Bool) throws {
        let window = try KeychainsWindow(hasAgent: hasAgent, prepare: KeychainsWindow.store)
        let app = window.app
        for name in ["The Wiki, lee, wiki.example, Password", "mail.example, kim, Password", "All Items, 2", "Keys, 0"]
        {
            _ = try app.find("list item", name)
        }
        try app.desktop.press("ctrl+f")
        try app.desktop.type("com.example.WIKI")
        try app.waitUntilGone("list item", "mail.example, kim, Password")
        try window.select("The Wiki")
        // Every attribute by its name.
        for words in ["Service", "wiki.example", "Account", "lee", "Access group", "com.example.wiki", "Created"] {
            _ = try app.find("label", words)
        }
        #expect(app.unnamed == [])
        try app.desktop.press("Escape")
        _ = try app.find("list item", "mail.example, kim, Password")
        try window.choose("Keys, 0")
        _ = try app.find("label", "No Items Yet")
    }

    /// A program at another path is not the window, whatever it contains.
    @Test func aCopyOfTheWindowIsShownNothingOfOtherPrograms() throws {
        let window = try KeychainsWindow(named: "keychains-copy", prepare: KeychainsWindow.store)
        _ = try window.app.find("label", "The Keychain Cannot Be Read")
        #expect(!window.app.everythingSaid.contains("kim"))
        #expect(!window.app.everythingSaid.contains("wiki"))
    }

    @Test func singlePaneNavigatesForwardAndBack() throws {
        let window = try KeychainsWindow(size: (400, 700), prepare: KeychainsWindow.store)
        let app = window.app
        try window.select("The Wiki")
        _ = try app.find("push button", "Edit", where: \.isHit)
        #expect(app.unnamed == [])
        try app.press("List")
        try app.press("Keychains and kinds")
        try Desktop.wait(for: "the first pane") { app.look("list", "Kinds", where: \.isHit).map { _ in () } }
        #expect(app.unnamed == [])
        try window.choose("Passwords, 2")
        try Desktop.wait(for: "the list") { app.look("list", "Items", where: \.isHit).map { _ in () } }
    }
}
