import AppTesting
import Foundation
import Testing

/// The programs that the tutorial builds.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct WindowTests {
    /// Has the program make a login, and leaves it at the page on which one logs in.
    private func created(_ app: RunningApp) throws {
        _ = try app.find(nil, "Start by creating a username and password.")
        try app.enter("kim", into: "Username")
        try app.type("four words and a dog", into: "Password")
        try app.press("Create")
        try app.press("Log Out")
        _ = try app.find(nil, "Welcome back.")
    }

    @Test func firstStepAcceptsAnyLogin() throws {
        let stage = try Stage(startsAgent: false)
        let app = try stage.open("TutorialStep1")
        try app.press("Log In")
        _ = try app.find(nil, "Both fields are needed.")
        try app.enter("anybody", into: "Username")
        try app.type("anything", into: "Password")
        try app.desktop.press("Return")
        let notes = try app.find("text", "Notes")
        try notes.set("buy milk")
        try app.press("Log Out")
        try app.press("Log In")
        // The password was wiped with the login.
        _ = try app.find(nil, "Both fields are needed.")
        try app.type("anything", into: "Password")
        try app.press("Log In")
        #expect(try app.find("text", "Notes").says == "")
    }

    @Test(arguments: ["TutorialStep2", "TutorialStep4"])
    func theLoginIsKeptInTheKeychain(step: String) throws {
        let stage = try Stage()
        let app = try stage.open(step)
        try created(app)
        #expect(try stage.chatelaine("get", "TouchMeIn.Login", "kim") == "four words and a dog\n")

        try app.type("four words and a cat", into: "Password")
        try app.press("Log In")
        _ = try app.find(nil, "Wrong username or password.")
        try app.pressInAlert("Close")
        try app.waitUntilGone(nil, "Wrong username or password.")
        #expect(app.look("text", "Notes") == nil)

        app.end()
        let again = try stage.open(step)
        _ = try again.find(nil, "Welcome back.")
        #expect(try again.find(nil, "Username").says == "kim")
        try again.type("four words and a dog", into: "Password")
        try again.press("Log In")
        _ = try again.find("text", "Notes")
    }

    @Test(.enabled(if: VirtualReader.isPossible)) func aFingerOpensTheNotes() throws {
        let stage = try Stage(reader: true)
        try stage.reader?.enroll("\(stage.prefix)/bin/chatelaine", variables: stage.variables)
        let app = try stage.open("TutorialStep3")
        try created(app)
        try app.press("Use Fingerprint")
        _ = try app.find(nil, "Touch the fingerprint reader.")
        try stage.reader?.send("SCAN f1")
        _ = try app.find("text", "Notes")
    }

    @Test func withoutAReaderOrAPasswordManagerThereAreNoButtonsForThem() throws {
        let stage = try Stage()
        let app = try stage.open("TutorialStep4")
        try created(app)
        #expect(app.look(nil, "Use Fingerprint") == nil)
        #expect(app.look(nil, "Save in Password Manager") == nil)
    }
}
