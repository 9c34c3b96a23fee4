import AppTesting
import Testing

/// The last step with the password manager of this repository: its agent, its vault and its window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SheetTests {
    @Test func aLoginThatWorksIsOfferedToThePasswordManager() throws {
        let stage = try Stage(startsAgent: false)
        // The agent looks for the program that shows sheets when it starts.
        try stage.install("chatelaine-sheet")
        try stage.startAgent()
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.startPrompter()
        let app = try stage.open("TutorialStep4")
        _ = try app.find(nil, "Start by creating a username and password.")
        try app.enter("kim", into: "Username")
        try app.type("four words and a dog", into: "Password")
        try app.press("Create")
        try app.press("Log Out")
        try app.press("Save in Password Manager")
        // What is in the fields has to work here before it is saved.
        _ = try app.find(nil, "Enter your username and password first.")
        try app.pressInAlert("Close")
        try app.waitUntilGone(nil, "Enter your username and password first.")

        try app.type("four words and a dog", into: "Password")
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
}
