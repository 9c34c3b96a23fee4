import AppTesting
import Foundation
import Testing

/// The notes, and their files.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct NotesTests {
    private func visit() throws -> Visit {
        let visit = try Visit()
        try visit.create()
        return visit
    }

    /// The names of the rows, from above.
    private func rows(_ visit: Visit) -> [String] {
        (visit.app.tree?.shown ?? []).filter { $0.role == "list item" && $0.isShowing }.map(\.name)
    }

    @Test func emptyListOffersToWriteANote() throws {
        let visit = try visit()
        _ = try visit.app.find(nil, "No Notes")
        try visit.app.press("Write a Note")
        _ = try visit.app.find(nil, "Title of the note")
        #expect(visit.noteFiles.isEmpty)
    }

    @Test func theSearchHasTheFocusAtFirst() throws {
        let visit = try visit()
        try Desktop.wait(for: "the focus") {
            visit.app.tree?.shown.contains { $0.name == "Search notes" && $0.hasFocus } == true ? () : nil
        }
    }

    @Test func aNoteIsSavedByItselfAndThereAtTheNextStart() throws {
        var visit = try visit()
        try visit.write("Shopping", "Pears and plums")
        try visit.write("Holidays", "Iceland")
        #expect(visit.noteFiles.count == 2)
        #expect(rows(visit).map { $0.prefix(8) } == ["Holidays", "Shopping"])
        try visit.restart()
        #expect(!visit.app.everythingSaid.contains("Iceland"))
        try visit.logIn()
        let row = try visit.app.find("list item", where: { $0.name.hasPrefix("Shopping, ") })
        // The date of today is a time.
        #expect(row.name.contains(":"))
        try visit.app.click(row.frame.x + 40, row.frame.y + row.frame.height / 2)
        _ = try visit.app.find(nil, "Text of the note", where: { $0.says == "Pears and plums" })
    }

    @Test func changesAreSaved() throws {
        var visit = try visit()
        try visit.write("Shopping", "Pears")
        try visit.app.enter("Pears and more pears", into: "Text of the note")
        let file = try #require(visit.noteFiles.first)
        let length = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
        try Desktop.wait(for: "the new length") {
            try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int == length ? nil : ()
        }
        try visit.restart()
        try visit.logIn()
        let row = try visit.app.find("list item", where: { $0.name.hasPrefix("Shopping, ") })
        try visit.app.click(row.frame.x + 40, row.frame.y + row.frame.height / 2)
        _ = try visit.app.find(nil, "Text of the note", where: { $0.says == "Pears and more pears" })
    }

    @Test func filesAreProtectedAndSayNothing() throws {
        let visit = try visit()
        try visit.write("Shopping list", "Pears and plums")
        let file = try #require(visit.noteFiles.first)
        #expect(try visit.stage.chatelaine("ls", file).hasPrefix("complete"))
        for secret in ["Pears and plums", "Shopping list"] { #expect(!visit.isInPlain(secret)) }
        #expect(!file.contains("Shopping"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(visit.app.titles == ["TouchMeIn"])
    }

    @Test func lastChangesAreSavedWhenTheWindowCloses() throws {
        var visit = try visit()
        try visit.app.press("New note")
        try visit.app.enter("Late", into: "Title of the note")
        try visit.app.desktop.press("ctrl+q")
        try visit.app.waitForEnd()
        try visit.restart()
        try visit.logIn()
        _ = try visit.app.find("list item", where: { $0.name.hasPrefix("Late, ") })
    }

    @Test func searchingShowsWhatMatches() throws {
        let visit = try visit()
        try visit.write("Shopping", "Pears")
        try visit.write("Holidays", "Reykjavík")
        try visit.app.desktop.press("ctrl+f")
        try visit.app.enter("reykjavik", into: "Search notes")
        try Desktop.wait(for: "one row") { rows(visit).count == 1 ? () : nil }
        #expect(rows(visit).first?.hasPrefix("Holidays") == true)
        try visit.app.enter("nothing of the kind", into: "Search notes")
        _ = try visit.app.find(nil, "No Match")
        try visit.app.press("Clear the Search")
        try Desktop.wait(for: "both rows") { rows(visit).count == 2 ? () : nil }
    }

    @Test func deletingCanBeUndone() throws {
        let visit = try visit()
        try visit.write("Shopping", "Pears")
        try visit.app.press("Delete this note")
        _ = try visit.app.find("label", "Note deleted")
        _ = try visit.app.find(nil, "No Notes")
        try Desktop.wait(for: "the file to go") { visit.noteFiles.isEmpty ? () : nil }
        try visit.app.press("Undo")
        _ = try visit.app.find("list item", where: { $0.name.hasPrefix("Shopping, ") })
        _ = try visit.app.find(nil, "Text of the note", where: { $0.says == "Pears" })
        try Desktop.wait(for: "the file") { visit.noteFiles.count == 1 ? () : nil }
    }

    @Test func keysDoWhatTheListOfKeysSays() throws {
        let visit = try visit()
        try visit.app.focus("Search notes")
        try visit.app.desktop.press("ctrl+n")
        let title = try visit.app.find(nil, "Title of the note")
        try Desktop.wait(for: "the focus") {
            visit.app.look(nil, "Title of the note", where: \.hasFocus) == nil ? nil : ()
        }
        #expect(title.isEnabled)
        try visit.app.desktop.type("By keys")
        try visit.app.desktop.press("Return")
        try visit.app.desktop.type("alone")
        _ = try visit.app.find("list item", where: { $0.name.hasPrefix("By keys, ") })
        try visit.app.desktop.press("ctrl+d")
        _ = try visit.app.find("label", "Note deleted")
        try visit.app.desktop.press("ctrl+alt+z")
        _ = try visit.app.find("list item", where: { $0.name.hasPrefix("By keys, ") })
        try visit.app.desktop.press("ctrl+f", "Down")
        try Desktop.wait(for: "the focus in the list") {
            visit.app.tree?.shown.contains { $0.role == "list item" && $0.hasFocus } == true ? () : nil
        }
        try visit.app.desktop.press("ctrl+question")
        _ = try visit.app.find(nil, "Delete the note")
    }

    /// Another program that has the files and the keychain.
    @Test func damagedFileIsReportedAndTheOthersAreShown() throws {
        var visit = try visit()
        try visit.write("Shopping", "Pears")
        try visit.write("Holidays", "Iceland")
        let directory = try #require(visit.noteFiles.first.map { URL(fileURLWithPath: $0) }).deletingLastPathComponent()
        let file = directory.appendingPathComponent(UUID().uuidString + ".note")
        try Data(repeating: 7, count: 20_000).write(to: file)
        try Data("x".utf8).write(to: directory.appendingPathComponent("stranger"))
        try visit.restart()
        try visit.logIn()
        _ = try visit.app.find("label", "A note cannot be read")
        try Desktop.wait(for: "the other rows") { rows(visit).count == 2 ? () : nil }
        try visit.app.press("Details")
        _ = try visit.app.find(nil, where: { $0.says?.contains(file.lastPathComponent) == true })
    }
}
