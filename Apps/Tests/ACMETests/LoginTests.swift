import AppTesting
import Testing

/// The page to log in.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct LoginTests {
    @Test func bothFieldsAreFilledFromThePasswordManager() throws {
        let acme = try Acme([("ACME", "wendy", "Coyote7"), ("Other site of ACME", "wile", "Roadrunner8")])
        try acme.register("wile", "Roadrunner8", firstname: "Wile E.", lastname: "Coyote")
        try acme.press("Fill From Password Manager")
        try acme.unlock()
        try acme.pick("wile")
        try acme.terminal.expect("“Other site of ACME” was sent to “ACME”.")
        // Keys are at the button then.
        try acme.app.find("push button", "Log In", where: \.hasFocus)
        #expect(try acme.text(of: "Username") == "wile")
        try acme.app.desktop.press("Return")
        try acme.app.find("label", "Welcome, Wile E. Coyote")
        #expect(!acme.terminal.shown.contains("Roadrunner8"))
        #expect(!acme.app.log.contains("Roadrunner8"))
    }

    @Test func registeredUserLogsInAndOut() throws {
        let acme = try Acme(hasManager: false)
        try acme.register("wendy", "Coyote7")
        #expect(try acme.text(of: "Username") == "wendy")
        try acme.logInAndOut("wendy", "Coyote7")
        try acme.failToLogIn("wendy", "coyote7")
        try acme.failToLogIn("wile", "Coyote7")
    }

    @Test func missingValuesAreReportedNextToTheirFields() throws {
        let acme = try Acme(hasManager: false)
        try acme.press("Log In")
        try acme.app.find("label", "Enter your username.")
        try acme.app.find("text", "Username", where: { $0.hasFocus && $0.details == "Enter your username." })
        try acme.app.enter("wendy", into: "Username")
        try acme.app.waitUntilGone("label", "Enter your username.")
        try acme.app.desktop.press("Return")
        try acme.app.find("label", "Enter your password.")
        try acme.app.find(nil, "Password", where: { $0.details == "Enter your password." })
    }

    @Test func cancellingKeepsTheForm() throws {
        let acme = try Acme([("ACME", "wendy", "Coyote7")])
        try acme.app.enter("wilma", into: "Username")
        try acme.press("Fill From Password Manager")
        try acme.terminal.expect("Esc: cancel): ")
        try acme.app.find("label", "Your password manager has a question for you.")
        acme.terminal.type("\u{1b}")
        try acme.app.find("push button", "Fill From Password Manager")
        #expect(try acme.text(of: "Username") == "wilma")
        #expect(acme.app.look("push button", "Details") == nil)
    }

    /// The requesting program can cancel the request, which closes the sheet.
    @Test(arguments: ["button", "Escape"]) func aRequestIsTakenBack(by way: String) throws {
        let acme = try Acme([("ACME", "wendy", "Coyote7")])
        try acme.press("Fill From Password Manager")
        try acme.terminal.expect("Master password of “personal”")
        if way == "button" { try acme.press("Stop Asking") } else { try acme.app.desktop.press("Escape") }
        try acme.app.find("push button", "Fill From Password Manager")
        try acme.terminal.expect("Nothing was sent to “ACME”.")
        #expect(acme.app.look("push button", "Details") == nil)
        // It can be asked again.
        try acme.press("Fill From Password Manager")
        try acme.unlock()
        try acme.pick()
        try acme.app.find("push button", "Log In", where: \.hasFocus)
        #expect(try acme.text(of: "Username") == "wendy")
    }
}
