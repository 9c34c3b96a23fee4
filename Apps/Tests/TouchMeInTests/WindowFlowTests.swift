import AppTesting
import Foundation
import Testing

/// The login by way of the password manager of this repository: its agent, its vault, and its sheet in a window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct WindowFlowTests {
    private static let (save, use) = ("Save this login in Chatelaine", "Log in with Chatelaine")
    private static let (title, site) = ("Touch Me In", "TouchMeIn.Login")

    /// A user with a login, on the login page, and an empty vault.
    private func visit() throws -> Visit {
        let stage = try Stage()
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.startPrompter()
        var visit = try Visit(stage)
        try visit.create()
        try visit.restart()
        return visit
    }

    /// The sheet's window, after the master password.
    private func unlockedSheet(_ visit: Visit) throws -> RunningApp {
        let sheet = try visit.stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        return sheet
    }

    /// The same, with the login in the vault.
    private func visitWithSavedLogin() throws -> Visit {
        let visit = try visit()
        try visit.app.type(Visit.password, into: "Password")
        try visit.app.press(Self.save)
        let sheet = try unlockedSheet(visit)
        #expect(try sheet.property("WM_TRANSIENT_FOR").map { "x11:" + $0.dropFirst(2) } == visit.app.handle)
        _ = try sheet.find(nil, "Username", where: { $0.says == Visit.username })
        _ = try sheet.find(nil, "Title", where: { $0.says == Self.title })
        try sheet.press("Save")
        try visit.stage.waitUntilNoSheet()
        _ = try visit.app.find("push button", Self.use)
        return visit
    }

    /// What the vault has of the login.
    private func saved(_ field: String, _ visit: Visit) throws -> String {
        try visit.stage.value(field, of: Self.title).trimmingCharacters(in: .newlines)
    }

    /// Whether the program knows that the password manager has the login.
    private func isSavedFlag(_ visit: Visit) throws -> Bool {
        let file = URL(fileURLWithPath: "\(visit.stage.home)/config/TouchMeIn.plist")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        return (list as? [String: Any])?["has1PassLogin"] as? Bool ?? false
    }

    /// Has the sheet give the one login that is there for this program.
    private func pick(_ visit: Visit) throws {
        try visit.app.press(Self.use)
        let sheet = try visit.stage.sheet()
        _ = try sheet.find("list item", "\(Self.title), \(Visit.username)")
        try visit.stage.pickFirst(in: sheet)
        try visit.stage.waitUntilNoSheet()
    }

    @Test func theFirstPressSavesTheLoginInTheVault() throws {
        let visit = try visitWithSavedLogin()
        _ = try visit.app.find("label", "Saved in Chatelaine")
        #expect(visit.app.look(nil, Self.save) == nil)
        #expect(try isSavedFlag(visit))
        #expect(try saved("username", visit) == Visit.username)
        #expect(try saved("password", visit) == Visit.password)
        #expect(try saved("notes", visit) == "Saved with the TouchMeIn app")
        #expect(try saved("website", visit).lowercased().contains(Self.site.lowercased()))
        #expect(!visit.isInPlain(Visit.password))
    }

    @Test func aSheetThatIsCancelledSavesNothing() throws {
        let visit = try visit()
        try visit.app.type(Visit.password, into: "Password")
        try visit.app.press(Self.save)
        try visit.stage.sheet().press("Cancel")
        try visit.stage.waitUntilNoSheet()
        _ = try visit.app.find("push button", Self.save, where: \.isEnabled)
        #expect(visit.app.look(nil, "Error") == nil)
        #expect(try !isSavedFlag(visit))
        #expect(try !visit.stage.vault("list").contains(Self.title))
    }

    @Test func aLaterPressPicksItAndShowsTheNotes() throws {
        var visit = try visitWithSavedLogin()
        try visit.restart()
        _ = try visit.app.find("push button", Self.use)
        #expect(visit.app.look("push button", "New note") == nil)
        try pick(visit)
        try visit.waitForNotes()
    }

    @Test func aLoginThatWasChangedInTheVaultAloneIsAnError() throws {
        let visit = try visitWithSavedLogin()
        try visit.stage.vault("edit", Self.title, "--generate")
        try pick(visit)
        try visit.dismiss("Error", "The info in Chatelaine is incorrect", "Darn!")
        try visit.waitForLogin()
        #expect(try !visit.app.everythingSaid.contains(saved("password", visit)))
    }

    @Test func aNewPasswordIsOfferedInTheSheet() throws {
        let new = "pear-Tart 43"
        let visit = try visitWithSavedLogin()
        try visit.logIn()
        try visit.waitForNotes()
        try visit.change(from: Visit.password, to: new)
        _ = try visit.app.find(nil, "Update Chatelaine?")
        #expect(try saved("password", visit) == Visit.password)
        try visit.app.press("Update")
        // The vault is open, and the program has had this login before.
        let sheet = try visit.stage.sheet()
        _ = try sheet.find("label", where: { $0.says?.contains("sent by the program") == true })
        try sheet.press("Save")
        try visit.stage.waitUntilNoSheet()
        _ = try visit.app.find("label", "Chatelaine is up to date")
        #expect(try saved("password", visit) == new)
        #expect(try visit.stage.chatelaine("get", "TouchMeIn", Visit.username) == new + "\n")
        // What is there is what logs in.
        try visit.app.press("Log out")
        try visit.waitForLogin()
        try pick(visit)
        try visit.waitForNotes()
    }
}
