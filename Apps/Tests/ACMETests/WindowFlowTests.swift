import AppTesting
import Testing

/// The flows with the sheet in a window of the password manager's.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct WindowFlowTests {
    /// The sheet's window, unlocked.
    private func unlockedSheet(_ acme: Acme) throws -> RunningApp {
        let sheet = try acme.stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        return sheet
    }

    @Test func aLoginIsFilledIn() throws {
        let acme = try Acme([("ACME", "wendy", "Coyote7")], inWindow: true)
        try acme.register("wendy", "Coyote7", firstname: "Wendy")
        try acme.press("Fill From Password Manager")
        let sheet = try unlockedSheet(acme)
        try sheet.find("list item", "ACME, wendy")
        try sheet.desktop.press("Return", "Return")
        try acme.stage.waitUntilNoSheet()
        try acme.press("Log In")
        try acme.app.find("label", "Welcome, Wendy")
    }

    @Test func aRegistrationIsSavedWithAGeneratedPassword() throws {
        let acme = try Acme(inWindow: true)
        try acme.turn(to: "registration")
        try acme.app.enter("Wendy", into: "First name")
        try acme.app.enter("wendy", into: "Username")
        try acme.press("Save in Password Manager")
        let sheet = try unlockedSheet(acme)
        try sheet.find(nil, "Username", where: { $0.says == "wendy" })
        try sheet.press("Save")
        try acme.stage.waitUntilNoSheet()
        let password = try acme.saved("password")
        #expect((8...30).contains(password.count))
        try acme.press("Register")
        try acme.app.find("label", "You have registered. Now you can log in.")
        try acme.logInAndOut("wendy", password)
    }

    @Test func aPasswordIsChanged() throws {
        let acme = try Acme([("My account", "wendy", "Coyote7")], inWindow: true)
        try acme.register("wendy", "Coyote7")
        try acme.turn(to: "change")
        try acme.app.enter("wendy", into: "Username")
        try acme.press("Change in Password Manager")
        let sheet = try unlockedSheet(acme)
        try sheet.press("Save")
        try acme.stage.waitUntilNoSheet()
        let password = try acme.saved("password", of: "My account")
        #expect(password != "Coyote7")
        try acme.press("Change Password")
        try acme.app.find("label", "Your password was changed.")
        try acme.logInAndOut("wendy", password)
    }

    @Test func cancellingInTheWindowLeavesTheForm() throws {
        let acme = try Acme([("ACME", "wendy", "Coyote7")], inWindow: true)
        try acme.app.enter("wilma", into: "Username")
        try acme.press("Fill From Password Manager")
        let sheet = try acme.stage.sheet()
        try sheet.press("Cancel")
        try acme.stage.waitUntilNoSheet()
        try acme.app.find("push button", "Fill From Password Manager")
        #expect(try acme.text(of: "Username") == "wilma")
    }
}
