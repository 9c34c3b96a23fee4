import AppTesting
import Foundation
import Testing

/// What becomes of items: history, archive, trash, and the end.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ArchiveAndTrashTests {
    private func opened(_ prepare: (Stage) throws -> Void = { _ in }) throws -> VaultWindow {
        let window = try VaultWindow(settings: ["autoLock": 0]) { stage in
            try stage.vault("add", "My Bank", "username=maria", "--secret", "password", input: "tr0ub4dor\n")
            try prepare(stage)
        }
        try window.unlock()
        return window
    }

    private func show(_ title: String, in window: VaultWindow) throws {
        try window.select(title)
        _ = try window.app.find(nil, "More about this item")
    }

    private func open(_ shelf: String, in window: VaultWindow) throws {
        let frame = try window.app.find("list item", shelf).frame
        try window.app.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
    }

    /// Restores the item that is shown, the only one of its shelf.
    private func restore(from shelf: String, in window: VaultWindow) throws {
        try window.app.press("Restore")
        _ = try window.app.find("list item", "\(shelf), 0")
        #expect(try window.stage.vault("list").contains("My Bank"))
    }

    @Test func formerSecretsAreRevealedAndCopiedFromTheHistory() throws {
        let window = try opened { stage in
            try stage.vault("edit", "My Bank", "--secret", "password", input: "second one\n")
            try stage.vault("edit", "My Bank", "--secret", "password", input: "third one\n")
        }
        try show("My Bank", in: window)
        try window.choose("History")
        _ = try window.app.find("frame", "History")
        let rows = { (verb: String) in
            window.app.tree?.shown.filter { $0.isShowing && $0.name.hasPrefix("\(verb) password, until ") } ?? []
        }
        #expect(!window.app.everythingSaid.contains("tr0ub4dor"))
        let reveal = try Desktop.wait(for: "two former secrets") { rows("Reveal").count == 2 ? rows("Reveal") : nil }
        // The newest first.
        try reveal.last?.press()
        _ = try window.app.find("label", "tr0ub4dor")
        #expect(!window.app.everythingSaid.contains("second one"))
        try rows("Copy").first?.press()
        try Desktop.wait(for: "a copy") { try window.app.desktop.pasted() == "second one" ? () : nil }
        #expect(window.app.unnamed == [])
    }

    @Test func archivedItemIsInTheArchive() throws {
        let window = try opened()
        try show("My Bank", in: window)
        try window.choose("Archive")
        try window.app.waitUntilGone("list item", "My Bank, maria")
        _ = try window.app.find("label", "Archived")
        _ = try window.app.find("list item", "Archive, 1")
        #expect(try window.stage.vault("list", "--archived").contains("My Bank"))
    }

    @Test func archivingIsUndone() throws {
        let window = try opened()
        try show("My Bank", in: window)
        try window.choose("Archive")
        // It can be taken back from the message on, and as long as that is there: so it is not looked for in the vault first.
        _ = try window.app.find("label", "Archived")
        try window.app.waitUntilGone("list item", "My Bank, maria")
        try window.app.desktop.press("ctrl+z")
        _ = try window.app.find("list item", "My Bank, maria")
        #expect(try !window.stage.vault("list", "--archived").contains("My Bank"))
    }

    @Test func anArchivedItemIsTakenOutAgain() throws {
        let window = try opened { try $0.vault("archive", "My Bank") }
        try open("Archive, 1", in: window)
        try show("My Bank", in: window)
        _ = try window.app.find("label", "In the archive")
        try restore(from: "Archive", in: window)
        _ = try window.app.find("list item", "All Items, 1")
    }

    @Test func anItemOfTheTrashIsRestored() throws {
        let window = try opened { try $0.vault("rm", "My Bank") }
        try open("Trash, 1", in: window)
        try show("My Bank", in: window)
        _ = try window.app.find("label", where: { $0.says?.hasPrefix("In the trash since ") == true })
        // It cannot be changed there.
        #expect(window.app.look("push button", "Edit") == nil)
        try restore(from: "Trash", in: window)
    }

    @Test func permanentDeletionAsksAndDeletes() throws {
        let window = try opened { try $0.vault("rm", "My Bank") }
        try open("Trash, 1", in: window)
        try show("My Bank", in: window)
        try window.choose("Delete Permanently…")
        try window.app.press("Cancel")
        #expect(try window.stage.vault("list", "--trash").contains("My Bank"))
        try window.choose("Delete Permanently…")
        try window.app.press("Delete")
        _ = try window.app.find("label", "The Trash Is Empty")
        #expect(try !window.stage.vault("list", "--trash").contains("My Bank"))
    }

    @Test func theTrashIsEmptied() throws {
        let window = try opened { stage in
            try stage.vault("add", "Visa", "--kind", "card", "cardholder=Maria", "--no-secret")
            try stage.vault("rm", "My Bank")
            try stage.vault("rm", "Visa")
        }
        try open("Trash, 2", in: window)
        try window.app.press("Empty Trash…")
        try window.app.press("Empty Trash")
        _ = try window.app.find("label", "The Trash Is Empty")
        _ = try window.app.find("list item", "Trash, 0")
        #expect(try window.stage.vault("list", "--trash").isEmpty)
    }
}
