import AppTesting
import Foundation
import Testing

/// What ends a visit: back to the login at once, and the notes leave memory.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct LeavingTests {
    private func visit(variables: [String: String] = [:]) throws -> Visit {
        let visit = try Visit(Stage(), variables: variables)
        try visit.create()
        try visit.write("Shopping", "Pears and plums")
        return visit
    }

    /// The login is shown, and nothing of the notes is there any more.
    private func expectLogin(_ visit: Visit) throws {
        try visit.waitForLogin()
        let said = visit.app.everythingSaid
        for secret in ["Pears and plums", "Shopping"] { #expect(!said.contains(secret)) }
        #expect(visit.app.look(nil, "New note") == nil)
    }

    private func expectNotesAfterLogin(_ visit: Visit) throws {
        try visit.logIn()
        _ = try visit.app.find("list item", where: { $0.name.hasPrefix("Shopping, ") })
    }

    @Test func loggingOutHidesTheNotes() throws {
        let visit = try visit()
        try visit.app.press("Log out")
        try expectLogin(visit)
        try expectNotesAfterLogin(visit)
        try visit.app.desktop.press("ctrl+l")
        try expectLogin(visit)
    }

    /// What was deleted last is in memory to be undone: not after that.
    @Test func deletedNoteLeavesMemoryToo() throws {
        let visit = try visit()
        try visit.app.press("Delete this note")
        _ = try visit.app.find("push button", "Undo")
        try visit.app.press("Log out")
        try expectLogin(visit)
        try visit.app.waitUntilGone("push button", "Undo")
        #expect(!visit.app.everythingSaid.contains("Note deleted"))
    }

    @Test func anEditThatIsNotSavedYetIsKept() throws {
        let visit = try visit()
        try visit.app.enter("Pears, plums, and figs", into: "Text of the note")
        try visit.app.press("Log out")
        try expectLogin(visit)
        try expectNotesAfterLogin(visit)
        let row = try visit.app.find("list item", where: { $0.name.hasPrefix("Shopping, ") })
        try visit.app.click(row.frame.x + 40, row.frame.y + row.frame.height / 2)
        _ = try visit.app.find(nil, "Text of the note", where: { $0.says == "Pears, plums, and figs" })
    }

    @Test func minimizingHidesTheNotes() throws {
        let visit = try visit()
        try visit.app.minimize()
        try expectLogin(visit)
    }

    @Test func minimizingKeepsTheNotesIfThatIsSet() throws {
        let visit = try visit()
        try visit.openMenu("Log Out When Minimised")
        try visit.app.minimize()
        // Something that takes as long as it would have taken.
        try visit.write("Holidays", "Iceland")
        #expect(visit.app.look(nil, "Login") == nil)
    }

    @Test func lockingTheScreenHidesTheNotes() throws {
        let session = try FakeSession()
        let visit = try visit()
        try Desktop.wait(for: "the login") {
            session.lockScreen()
            return visit.app.look("push button", "Login")
        }
        try expectLogin(visit)
    }

    @Test(arguments: [true, false]) func logindEventsHideTheNotes(locks: Bool) throws {
        let session = try FakeSession()
        let visit = try visit(variables: ["DBUS_SYSTEM_BUS_ADDRESS": session.address])
        try Desktop.wait(for: "the login") {
            if locks { session.lockSession() } else { session.deactivate() }
            return visit.app.look("push button", "Login")
        }
        try expectLogin(visit)
    }

    @Test func lockingTheKeychainHidesTheNotes() throws {
        let visit = try visit()
        try visit.stage.chatelaine("passcode", "set", "--stdin", input: "2468\n")
        try visit.stage.chatelaine("lock")
        try expectLogin(visit)
        _ = try visit.app.find("label", "The keychain is locked.")
        try visit.logIn()
        try visit.app.type("1357", into: "Passcode")
        try visit.app.press("Unlock")
        _ = try visit.app.find("label", "the passcode is wrong")
        try visit.app.type("2468", into: "Passcode")
        try visit.app.press("Unlock")
        _ = try visit.app.find("list item", where: { $0.name.hasPrefix("Shopping, ") })
    }

    /// Such an edit cannot be written as the note is, but sealed.
    @Test func anEditSurvivesALock() throws {
        let visit = try visit()
        try visit.stage.chatelaine("passcode", "set", "--stdin", input: "2468\n")
        try visit.app.enter("Pears, plums, and dates", into: "Text of the note")
        try visit.stage.chatelaine("lock")
        try expectLogin(visit)
        #expect(!visit.isInPlain("and dates"))
        try visit.stage.chatelaine("unlock", "--stdin", input: "2468\n")
        try visit.logIn()
        let row = try visit.app.find("list item", where: { $0.name.hasPrefix("Shopping, ") })
        try visit.app.click(row.frame.x + 40, row.frame.y + row.frame.height / 2)
        _ = try visit.app.find(nil, "Text of the note", where: { $0.says == "Pears, plums, and dates" })
    }

    @Test func unusedWindowHidesTheNotes() throws {
        let visit = try visit()
        visit.app.end()
        try visit.set("secondsUntilUnused", 1)
        let again = try Visit(visit.stage)
        try again.app.focus("Username")
        try again.logIn()
        try again.waitForNotes()
        let other = try visit.stage.open("TestHost")
        try other.desktop.xdotool("windowfocus", other.window)
        try expectLogin(again)
    }
}
