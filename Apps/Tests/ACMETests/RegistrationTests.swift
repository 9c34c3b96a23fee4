import AppTesting
import Testing

/// The page to register.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct RegistrationTests {
    @Test func aLoginIsSavedWithAGeneratedPasswordAndUsed() throws {
        let acme = try Acme()
        try acme.turn(to: "registration")
        try acme.app.enter("Wendy", into: "First name")
        try acme.app.enter("Appleseed", into: "Last name")
        try acme.app.enter("wendy", into: "Username")
        try acme.press("Save in Password Manager")
        try acme.unlock()
        try acme.terminal.expect("(Return: save, Esc: cancel): ")
        // Changes in the sheet come back to the form.
        acme.terminal.type("/field firstname=Wendy A.\r")
        try acme.terminal.expect("(Return: save, Esc: cancel): ")
        acme.terminal.type("/username wendy.appleseed\r")
        try acme.save()
        try acme.app.find("push button", "Register", where: \.hasFocus)
        #expect(try acme.text(of: "First name") == "Wendy A.")
        #expect(try acme.text(of: "Last name") == "Appleseed")
        #expect(try acme.text(of: "Username") == "wendy.appleseed")

        let password = try acme.saved("password")
        #expect((8...30).contains(password.count))
        #expect(password.contains { $0.isNumber })
        #expect(password.contains { !$0.isNumber && !$0.isLetter })
        #expect(!password.contains { "!@#$%/0lIO".contains($0) })
        #expect(try acme.saved("username") == "wendy.appleseed")
        #expect(try acme.saved("notes") == "Saved with the ACME app")
        #expect(try acme.saved("website") == "https://www.acme.com")
        #expect(try acme.stage.vault("show", "ACME").contains("ACME Browser"))
        #expect(try acme.saved("lastname") == "Appleseed")

        try acme.app.desktop.press("Return")
        try acme.app.find("label", "You have registered. Now you can log in.")
        try acme.logInAndOut("wendy.appleseed", password)
    }

    /// The sheet has what was typed, too.
    @Test func aPasswordThatWasTypedIsSaved() throws {
        let acme = try Acme()
        try acme.turn(to: "registration")
        try acme.app.enter("wendy", into: "Username")
        try acme.type("Coyote 7 & co", into: "Password")
        try acme.press("Save in Password Manager")
        try acme.unlock()
        try acme.save()
        try acme.app.find("push button", "Register", where: \.hasFocus)
        #expect(try acme.saved("password") == "Coyote 7 & co")
        try acme.press("Register")
        try acme.app.find("label", "You have registered. Now you can log in.")
        try acme.logInAndOut("wendy", "Coyote 7 & co")
    }

    @Test func takenNameIsReportedBeforeTheSheetOpens() throws {
        let acme = try Acme()
        try acme.register("wendy", "Coyote7")
        try acme.turn(to: "registration")
        try acme.app.enter("Wendy", into: "Username")
        try acme.press("Save in Password Manager")
        try acme.app.find("label", "This username is taken.")
        try acme.app.find("text", "Username", where: { $0.hasFocus && $0.details == "This username is taken." })
        #expect(acme.terminal.shown.isEmpty)
        #expect(try acme.titles.isEmpty)
        // The same without the password manager.
        try acme.app.enter("WENDY", into: "Username")
        try acme.app.waitUntilGone("label", "This username is taken.")
        try acme.type("other", into: "Password")
        try acme.press("Register")
        try acme.app.find("label", "This username is taken.")
        try acme.logInAndOut("wendy", "Coyote7")
    }

    /// The name may be another one when it comes back.
    @Test func takenNameFromTheSheetIsReported() throws {
        let acme = try Acme()
        try acme.register("wendy", "Coyote7")
        try acme.turn(to: "registration")
        try acme.press("Save in Password Manager")
        try acme.unlock()
        try acme.terminal.expect("(Return: save, Esc: cancel): ")
        acme.terminal.type("/username wendy\r")
        try acme.save()
        try acme.app.find("label", "This username is taken.")
    }

    @Test func missingAndLongValuesAreReportedNextToTheirFields() throws {
        let acme = try Acme(hasManager: false)
        try acme.turn(to: "registration")
        try acme.press("Register")
        try acme.app.find("label", "Choose a username.")
        try acme.app.enter("wendy", into: "Username")
        try acme.press("Register")
        try acme.app.find("label", "Choose a password.")
        try acme.app.enter(String(repeating: "w", count: 65), into: "Last name")
        try acme.press("Register")
        try acme.app.find("label", "At most 64 letters, in one line.")
        try acme.app.enter("Appleseed", into: "Last name")
        try acme.type("Coyote7", into: "Password")
        try acme.press("Register")
        try acme.app.find("label", "You have registered. Now you can log in.")
    }

    @Test func cancellingKeepsTheForm() throws {
        let acme = try Acme()
        try acme.turn(to: "registration")
        try acme.app.enter("wendy", into: "Username")
        try acme.press("Save in Password Manager")
        try acme.unlock()
        try acme.terminal.expect("(Return: save, Esc: cancel): ")
        acme.terminal.type("\u{1b}")
        try acme.app.find("push button", "Save in Password Manager")
        #expect(try acme.text(of: "Username") == "wendy")
        #expect(try acme.titles.isEmpty)
    }
}
