import AppTesting
import Foundation
import Testing

@testable import KeychainWindow

/// What is typed into a form and not saved when the keychain is locked.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct DraftTests {
    private static let (comment, secret) = ("parrots of the orangery", "yellow submarine 1966")

    private func opened() throws -> KeychainsWindow {
        let window = try KeychainsWindow { stage in
            try KeychainsWindow.store(stage)
            try KeychainsWindow.setPasscode(stage)
        }
        try unlock(window)
        return window
    }

    private func unlock(_ window: KeychainsWindow) throws {
        try window.app.type(KeychainsWindow.passcode, into: "Passcode")
        try window.app.desktop.press("Return")
    }

    /// Types into the form of an item that there is.
    private func fillForm(_ window: KeychainsWindow) throws {
        let app = window.app
        try window.select("mail.example")
        try app.press("Edit")
        try app.focus("Comment", role: "text")
        try app.desktop.type(Self.comment)
        try app.type(Self.secret, into: "New password")
    }

    /// By another program.
    private func lock(_ window: KeychainsWindow) throws {
        try window.stage.chatelaine("lock")
        _ = try window.app.find("label", "The Keychain Is Locked")
        _ = try window.app.find(
            "label", where: { $0.says?.contains("changes that are not saved yet come back") == true })
    }

    @Test func itIsSealedByALockAndComesBackAfterTheUnlock() throws {
        let window = try opened()
        let app = window.app
        try fillForm(window)
        // The search finds what there is. Secrets are in memory that it cannot read.
        try Desktop.wait(for: "the typed text in the memory") { try app.hasInMemory(Self.comment) ? () : nil }
        try lock(window)
        #expect(!app.everythingSaid.contains(Self.comment))
        #expect(try !app.hasInMemory(Self.secret))
        #expect(try !app.hasInMemory(Self.comment))
        #expect(app.unnamed == [])
        try unlock(window)
        _ = try app.find("label", "Your changes were restored. They are not saved yet.")
        #expect(try app.find("text", "Comment").says == Self.comment)
        #expect(!app.everythingSaid.contains(Self.secret))
        try app.press("Save")
        _ = try app.find("label", Self.comment)
        #expect(try window.stage.chatelaine("get", "mail.example", "kim").contains(Self.secret))
    }

    @Test func aNewPasswordComesBackToo() throws {
        let window = try opened()
        let app = window.app
        _ = try app.find("list item", "The Wiki, lee, wiki.example, Password")
        try app.desktop.press("ctrl+n")
        try app.enter("forge.example", into: "Service")
        try app.type(Self.secret, into: "Password")
        try lock(window)
        try unlock(window)
        #expect(try app.find("text", "Service").says == "forge.example")
        try app.press("Save")
        _ = try app.find("list item", where: { $0.name.hasPrefix("forge.example,") })
    }

    @Test func aCancelledFormIsForgotten() throws {
        let window = try opened()
        let app = window.app
        try fillForm(window)
        try app.press("Cancel")
        // A button is pressed for a quarter of a second.
        try app.waitUntilGone("text", "Comment")
        try window.stage.chatelaine("lock")
        _ = try app.find("label", "The Keychain Is Locked")
        #expect(try !app.hasInMemory(Self.secret))
        try unlock(window)
        _ = try app.find("list item", "The Wiki, lee, wiki.example, Password")
        try app.waitUntilGone("text", "Comment")
    }

    @Test func theWindowAsksBeforeItClosesWithWhatIsNotSaved() throws {
        let window = try opened()
        let app = window.app
        try fillForm(window)
        try app.press("Close")
        _ = try app.find("label", "Discard Changes?")
        try app.press("Go Back")
        try app.waitUntilGone("label", "Discard Changes?")
        #expect(try app.find("text", "Comment").says == Self.comment)
    }

    @Test func theSealedTextIsNotThatOfTheDraft() throws {
        let draft = Draft(
            reference: nil, itemClass: "genp", texts: [1: Self.comment], protection: "ak", password: Data([0, 0xff]))
        let sealed = try #require(SealedDraft(draft))
        #expect(sealed.opened == draft)
        #expect(!"\(sealed)".contains(Self.comment))
        #expect(!draft.isEmpty && Draft(itemClass: "genp", texts: [:]).isEmpty)
    }
}
