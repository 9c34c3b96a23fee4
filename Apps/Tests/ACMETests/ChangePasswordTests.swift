import AppTesting
import Testing

/// The page to change a password: one login fits, several do, none does.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ChangePasswordTests {
    /// Fills the form, but for what the password manager is to fill.
    private func begin(_ acme: Acme, _ username: String, old: String = "", new: String = "") throws {
        try acme.turn(to: "change")
        try acme.app.enter(username, into: "Username")
        if !old.isEmpty { try acme.type(old, into: "Old password") }
        if !new.isEmpty {
            try acme.type(new, into: "New password")
            try acme.type(new, into: "New password, again")
        }
    }

    /// All three fields were filled: the site takes them, and the new password is good from then on.
    private func finish(_ acme: Acme, _ username: String, _ old: String, _ new: String) throws {
        try acme.app.find("push button", "Change Password", where: \.hasFocus)
        #expect(try acme.text(of: "Username") == username)
        try acme.app.desktop.press("Return")
        try acme.app.find("label", "Your password was changed.")
        try acme.failToLogIn(username, old)
        try acme.logInAndOut(username, new)
    }

    @Test func theOneLoginThatFitsGetsAGeneratedPassword() throws {
        let acme = try Acme([("My account", "wendy", "Coyote7")])
        try acme.register("wendy", "Coyote7")
        try begin(acme, "wendy")
        try acme.press("Change in Password Manager")
        try acme.unlock()
        try acme.terminal.expect("My account")
        try acme.save()
        try acme.app.find("push button", "Change Password", where: \.hasFocus)
        let password = try acme.saved("password", of: "My account")
        #expect(password != "Coyote7" && (8...30).contains(password.count))
        #expect(try acme.titles == ["My account"])
        try finish(acme, "wendy", "Coyote7", password)
    }

    @Test func theOneOfSeveralThatIsPickedGetsThePasswordThatWasTyped() throws {
        let acme = try Acme([("My account", "wendy", "Coyote7"), ("My boss's", "wile", "Roadrunner8")])
        try acme.register("wile", "Roadrunner8")
        try begin(acme, "wendy", new: "Anvil 9")
        try acme.press("Change in Password Manager")
        try acme.unlock()
        try acme.terminal.expect("2 logins match.")
        try acme.terminal.expect("Esc: cancel): ")
        acme.terminal.type("wile\r")
        try acme.save()
        try finish(acme, "wile", "Roadrunner8", "Anvil 9")
        #expect(try acme.saved("password", of: "My boss's") == "Anvil 9")
        #expect(try acme.saved("password", of: "My account") == "Coyote7")
    }

    @Test func changeWithoutAMatchCreatesALogin() throws {
        let acme = try Acme()
        try acme.register("wendy", "Coyote7")
        try begin(acme, "wendy", old: "Coyote7")
        try acme.press("Change in Password Manager")
        try acme.unlock()
        try acme.terminal.expect("A new login in the vault “personal”:")
        try acme.save()
        try acme.app.find("push button", "Change Password", where: \.hasFocus)
        let password = try acme.saved("password")
        #expect(try acme.titles == ["ACME"])
        #expect(try acme.saved("username") == "wendy")
        #expect(try acme.saved("notes") == "Saved with the ACME app")
        try finish(acme, "wendy", "Coyote7", password)
    }

    @Test func passwordsAreComparedBeforeTheSheetOpens() throws {
        let acme = try Acme([("My account", "wendy", "Coyote7")])
        try begin(acme, "wendy", old: "Coyote7", new: "Coyote7")
        try acme.press("Change in Password Manager")
        try acme.app.find("label", "The old and the new password must not be the same")
        try acme.type("Anvil 9", into: "New password")
        try acme.press("Change in Password Manager")
        try acme.app.find("label", "The new passwords and the confirmation password must match")
        // The same without the password manager.
        try acme.press("Change Password")
        try acme.app.find("label", "The new passwords and the confirmation password must match")
        #expect(acme.terminal.shown.isEmpty)
        #expect(try acme.saved("password", of: "My account") == "Coyote7")
    }

    @Test func wrongOldPasswordChangesNothing() throws {
        let acme = try Acme(hasManager: false)
        try acme.register("wendy", "Coyote7")
        try begin(acme, "wendy", old: "Coyote8", new: "Anvil 9")
        try acme.press("Change Password")
        try acme.app.find("label", "The username or the password is wrong.")
        try acme.logInAndOut("wendy", "Coyote7")
        try begin(acme, "wendy", old: "Coyote7")
        try acme.press("Change Password")
        try acme.app.find("label", "Choose a password.")
    }

    @Test func cancellingChangesNothing() throws {
        let acme = try Acme([("My account", "wendy", "Coyote7")])
        try begin(acme, "wendy")
        try acme.press("Change in Password Manager")
        try acme.unlock()
        try acme.terminal.expect("(Return: save, Esc: cancel): ")
        acme.terminal.type("\u{1b}")
        try acme.app.find("push button", "Change in Password Manager")
        #expect(acme.app.look("push button", "Details") == nil)
        #expect(try acme.saved("password", of: "My account") == "Coyote7")
    }

    /// Who has logged in need not say who that is.
    @Test func usernameOfTheLoggedInUserIsFilledIn() throws {
        let acme = try Acme(hasManager: false)
        try acme.register("wendy", "Coyote7")
        try acme.type("Coyote7", into: "Password")
        try acme.press("Log In")
        try acme.app.find("label", "Welcome, wendy")
        try acme.turn(to: "change")
        #expect(try acme.text(of: "Username") == "wendy")
        // Keys go to the first field that is empty.
        try acme.app.desktop.type("Coyote7")
        try acme.type("Anvil 9", into: "New password")
        try acme.type("Anvil 9", into: "New password, again")
        try acme.press("Change Password")
        try acme.app.find("label", "Your password was changed.")
    }
}
