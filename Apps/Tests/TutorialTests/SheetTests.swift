import AppTesting
import Testing

/// The last step with the password manager of this repository: its agent, its vault and its window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SheetTests {
    private static let password = "four words and a dog"

    /// The program with a login, at the page on which one logs in.
    private func program() throws -> (Stage, RunningApp) {
        let stage = try Stage()
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.startPrompter()
        let app = try stage.open("TutorialStep4")
        _ = try app.find(nil, "Start by creating a username and password.")
        try app.enter("kim", into: "Username")
        try app.type(Self.password, into: "Password")
        try app.press("Create")
        try app.press("Log Out")
        _ = try app.find("push button", "Save in Password Manager", where: \.isEnabled)
        return (stage, app)
    }

    @Test func aLoginThatWorksIsOfferedToThePasswordManager() throws {
        let (stage, app) = try program()
        try app.press("Save in Password Manager")
        // What is in the fields has to work here before it is saved.
        _ = try app.find(nil, "Enter your username and password first.")
        try app.pressInAlert("Close")
        try app.waitUntilGone(nil, "Enter your username and password first.")

        try app.type(Self.password, into: "Password")
        try app.press("Save in Password Manager")
        let sheet = try stage.sheet()
        _ = try sheet.find(nil, "Master password")
        try sheet.press("Cancel")
        try stage.waitUntilNoSheet()
        // Who has cancelled is told nothing, and nothing was saved.
        _ = try app.find("push button", "Save in Password Manager", where: \.isEnabled)
        #expect(app.look(nil, "That Did Not Work") == nil)
        #expect(try !stage.vault("list").contains("TouchMeIn"))
    }

    @Test func aSavedLoginIsAllThatItTakesFromThenOn() throws {
        let (stage, app) = try program()
        try app.type(Self.password, into: "Password")
        try app.press("Save in Password Manager")
        let saving = try stage.sheet()
        try saving.type(Stage.password, into: "Master password")
        try saving.press("Unlock")
        _ = try saving.find(nil, "Username", where: { $0.says == "kim" })
        try saving.press("Save")
        try stage.waitUntilNoSheet()
        _ = try app.find("text", "Notes")
        #expect(try stage.value("username", of: "TouchMeIn") == "kim")
        #expect(try stage.value("password", of: "TouchMeIn") == Self.password)

        try app.press("Log Out")
        try app.press("Ask Password Manager")
        let asking = try stage.sheet()
        _ = try asking.find("list item", "TouchMeIn, kim")
        try stage.pickFirst(in: asking)
        try stage.waitUntilNoSheet()
        _ = try app.find("text", "Notes")
    }
}
