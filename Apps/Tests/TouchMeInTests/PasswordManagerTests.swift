import AppTesting
import Foundation
import Testing

/// The login: by way of a password manager.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct PasswordManagerTests {
    private static let (save, use) = ("Save this login in 1Password", "Log in with 1Password")
    private static let mismatch = "The info in 1Password is incorrect"

    /// A user with a login, and a manager that saves all logins it receives.
    private func visit() throws -> (Visit, ScriptedManager) {
        let stage = try Stage()
        let manager = try ScriptedManager(on: stage) { .login($0.username ?? "", $0.password ?? "") }
        var visit = try Visit(stage)
        try visit.create()
        try visit.restart()
        return (visit, manager)
    }

    /// The same, whose manager has the login.
    private func visitWithSavedLogin() throws -> (Visit, ScriptedManager) {
        let (visit, manager) = try visit()
        try visit.app.type(Visit.password, into: "Password")
        try visit.app.press(Self.save)
        _ = try visit.app.find("push button", Self.use)
        return (visit, manager)
    }

    @Test func withoutAManagerThereIsNoButton() throws {
        let visit = try Visit()
        _ = try visit.app.find("push button", "Create")
        for name in [Self.save, Self.use] { #expect(visit.app.look(nil, name) == nil) }
    }

    @Test func beforeThereIsALoginTheButtonIsDisabled() throws {
        let stage = try Stage()
        let manager = try ScriptedManager(on: stage)
        let visit = try Visit(stage)
        #expect(try visit.app.find("push button", Self.save).isEnabled == false)
        #expect(manager.requests.isEmpty)
    }

    @Test func theFirstPressSavesTheLogin() throws {
        let (visit, manager) = try visitWithSavedLogin()
        let request = try #require(manager.requests.first)
        #expect(manager.requests.count == 1)
        #expect(request.operation == .store)
        #expect(request.url == "TouchMeIn.Login")
        #expect(request.username == Visit.username)
        #expect(request.password == Visit.password)
        #expect(request.title == "Touch Me In")
        #expect(request.notes == "Saved with the TouchMeIn app")
        #expect(request.sectionTitle == "Touch Me In app")
        #expect(request.fields.isEmpty)
        #expect((request.minLength, request.maxLength) == (6, 50))
        #expect(request.requiresDigits == nil && request.requiresSymbols == nil && request.forbiddenCharacters == nil)
        let window = try #require(Int(visit.app.window))
        #expect(request.parentWindow == "x11:" + String(window, radix: 16))
        #expect(!visit.isInPlain(Visit.password))
    }

    @Test func onlyWhatTheKeychainAcceptsIsSaved() throws {
        let (visit, manager) = try visit()
        try visit.app.press(Self.save)
        try visit.dismiss("Login Problem", "Wrong username or password.", "Foiled Again!")
        try visit.app.type("wrong", into: "Password")
        try visit.app.press(Self.save)
        try visit.dismiss("Login Problem", "Wrong username or password.", "Foiled Again!")
        #expect(manager.requests.isEmpty)
        #expect(visit.app.look(nil, Self.use) == nil)
    }

    @Test func aSaveThatIsCancelledIsSilentAndSavesNothing() throws {
        let (visit, manager) = try visit()
        manager.react { _ in .refusal(0, "cancelled") }
        try visit.app.type(Visit.password, into: "Password")
        try visit.app.press(Self.save)
        try Desktop.wait(for: "the request") { manager.requests.isEmpty ? nil : () }
        _ = try visit.app.find("push button", Self.save, where: \.isEnabled)
        #expect(!visit.app.everythingSaid.contains("cancelled"))
        #expect(visit.app.look(nil, "Error") == nil)
    }

    @Test func aLaterPressLogsIn() throws {
        var (visit, manager) = try visitWithSavedLogin()
        try visit.restart()
        manager.react { _ in .login(Visit.username, Visit.password) }
        try visit.app.press(Self.use)
        try visit.waitForNotes()
        let request = try #require(manager.requests.last)
        #expect(request.operation == .find)
        #expect(request.url == "TouchMeIn.Login")
        #expect(request.password == nil && request.username == nil)
    }

    @Test(arguments: [("wendy", "another"), ("wanda", "apple-Pie 42")])
    func wrongLoginOfTheManagerIsAnError(username: String, password: String) throws {
        let (visit, manager) = try visitWithSavedLogin()
        manager.react { _ in .login(username, password) }
        try visit.app.press(Self.use)
        try visit.dismiss("Error", Self.mismatch, "Darn!")
        try visit.waitForLogin()
        #expect(!visit.app.everythingSaid.contains("another"))
    }

    @Test func aPickThatIsCancelledIsSilent() throws {
        let (visit, manager) = try visitWithSavedLogin()
        manager.react { _ in .refusal(0, "cancelled") }
        try visit.app.focus(Self.use, role: "push button")
        try Desktop.wait(for: "the request") { manager.requests.count == 2 ? () : nil }
        // Keys go on where they went before.
        _ = try visit.app.find("push button", Self.use, where: { $0.isEnabled && $0.hasFocus })
        #expect(visit.app.look(nil, "Error") == nil)
        #expect(!visit.app.everythingSaid.contains("cancelled"))
    }

    @Test func anotherErrorIsAToastWithDetails() throws {
        let (visit, manager) = try visitWithSavedLogin()
        manager.react { _ in .refusal(3, "The vault is out of order.") }
        try visit.app.press(Self.use)
        _ = try visit.app.find(nil, "The vault is out of order.")
        try visit.app.press("Details")
        _ = try visit.app.find(nil, where: { $0.says?.contains("(3)") == true })
        try visit.app.pressInAlert("Close")
    }

    @Test func aManagerThatCrashesIsAToast() throws {
        let (visit, manager) = try visitWithSavedLogin()
        manager.react { _ in .hangUp }
        try visit.app.press(Self.use)
        _ = try visit.app.find("push button", "Details")
        try visit.logIn()
        try visit.waitForNotes()
    }

    @Test func aChangedPasswordIsOfferedToTheManager() throws {
        let (visit, manager) = try visitWithSavedLogin()
        try visit.logIn()
        try visit.waitForNotes()
        try visit.change(from: Visit.password, to: "pear-Tart 43")
        _ = try visit.app.find(nil, "Update 1Password?")
        #expect(try visit.stage.chatelaine("get", "TouchMeIn", Visit.username) == "pear-Tart 43\n")
        manager.react { .login($0.username ?? "", $0.password ?? "", old: $0.oldPassword) }
        try visit.app.press("Update")
        _ = try visit.app.find("label", "1Password is up to date")
        let request = try #require(manager.requests.last)
        #expect(request.operation == .change)
        #expect(request.url == "TouchMeIn.Login")
        #expect(
            (request.username, request.password, request.oldPassword) == (
                Visit.username, "pear-Tart 43", Visit.password
            ))
        #expect(request.title == "Touch Me In" && request.notes == "Saved with the TouchMeIn app")
        #expect((request.minLength, request.maxLength) == (6, 50))
    }

    /// Both have to know the same one afterwards.
    @Test func aPasswordThatWasMadeInTheManagerCountsHereToo() throws {
        let (visit, manager) = try visitWithSavedLogin()
        try visit.logIn()
        try visit.change(from: Visit.password, to: "pear-Tart 43")
        manager.react { .login($0.username ?? "", "made-by-it 44", old: $0.oldPassword) }
        try visit.app.press("Update")
        _ = try visit.app.find("label", "1Password is up to date")
        #expect(try visit.stage.chatelaine("get", "TouchMeIn", Visit.username) == "made-by-it 44\n")
    }

    @Test func withoutASavedLoginNothingIsOffered() throws {
        let (visit, manager) = try visit()
        try visit.logIn()
        try visit.change(from: Visit.password, to: "pear-Tart 43")
        _ = try visit.app.find("label", "Password changed")
        #expect(visit.app.look(nil, "Update 1Password?") == nil)
        #expect(manager.requests.isEmpty)
    }

    @Test func aWrongCurrentPasswordOrATypoChangesNothing() throws {
        let (visit, _) = try visit()
        try visit.logIn()
        try visit.change(from: "wrong", to: "pear-Tart 43")
        _ = try visit.app.find("label", "The current password is wrong.")
        #expect(visit.app.unnamed.isEmpty)
        #expect(!visit.app.everythingSaid.contains("pear-Tart"))
        try visit.app.type(Visit.password, into: "Current password")
        try visit.app.type("pear-Tart 44", into: "Repeat new password")
        try visit.app.press("Change")
        _ = try visit.app.find("label", "The new passwords do not match.")
        #expect(try visit.stage.chatelaine("get", "TouchMeIn", Visit.username) == Visit.password + "\n")
        try visit.app.desktop.press("Escape")
        try visit.app.waitUntilGone(nil, "Current password")
    }
}

extension Visit {
    /// Gives the login another password, in the dialogue for that.
    func change(from old: String, to new: String) throws {
        try waitForNotes()
        try openMenu("Change Password…")
        try app.type(old, into: "Current password")
        try app.type(new, into: "New password")
        try app.type(new, into: "Repeat new password")
        try app.press("Change")
    }

    /// Does what an entry of the menu says.
    func openMenu(_ entry: String) throws {
        try app.focus("Menu")
        try app.find(nil, entry, where: { $0.role.contains("menu item") || $0.role.contains("button") }).press()
    }
}
