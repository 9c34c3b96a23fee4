import AppTesting
import Foundation
import Testing

/// What is missing or goes wrong: it is said, with something to do about it.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct TroubleTests {
    @Test func withoutAPasscodeTheWindowSaysThatAnyProgramReadsTheNotes() throws {
        let visit = try Visit()
        try visit.create()
        let notice = "Your notes are not protected from other programs: no passcode is set."
        _ = try visit.app.find("label", notice)
        try visit.app.press("Set Passcode…")
        try visit.app.type("2468", into: "New passcode")
        try visit.app.type("2469", into: "Repeat passcode")
        try visit.app.press("Set")
        _ = try visit.app.find("label", "The passcodes do not match.")
        #expect(visit.app.unnamed.isEmpty)
        #expect(!visit.app.everythingSaid.contains("2468"))
        try visit.app.type("2468", into: "Repeat passcode")
        try visit.app.press("Set")
        try visit.app.waitUntilGone("label", notice)
        #expect(try visit.stage.chatelaine("passcode", "verify", "--stdin", input: "2468\n").isEmpty)
        try visit.app.press("Log out")
        try visit.logIn()
        try visit.waitForNotes()
        #expect(visit.app.look("label", notice) == nil)
    }

    @Test func stoppedAgentIsReportedAndCanBeStarted() throws {
        var visit = try Visit()
        try visit.create()
        visit.app.end()
        visit.stage.killAgent()
        // From now on programs use the keychain through the agent or not at all.
        try visit.stage.chatelaine("agent", "install", "--without-systemd")
        visit.app = try visit.stage.open("TouchMeIn")
        _ = try visit.app.find("label", where: { $0.says?.hasPrefix("The keychain cannot be used") == true })
        #expect(visit.app.unnamed.isEmpty)
        try visit.logIn()
        _ = try visit.app.find(nil, "The Keychain Cannot Be Used")
        try visit.app.press("Darn!")
        try visit.app.press("Start")
        try visit.app.waitUntilGone("push button", "Start")
        try visit.logIn()
        try visit.waitForNotes()
    }

    @Test func anAgentThatIsKilledMeanwhileEndsTheVisit() throws {
        let visit = try Visit()
        try visit.create()
        try visit.write("Shopping", "Pears")
        try visit.stage.chatelaine("passcode", "set", "--stdin", input: "2468\n")
        visit.stage.killAgent()
        try visit.waitForLogin()
        #expect(!visit.app.everythingSaid.contains("Shopping"))
        try visit.stage.startAgent()
        try visit.stage.chatelaine("unlock", "--stdin", input: "2468\n")
        try visit.logIn()
        _ = try visit.app.find("list item", where: { $0.name.hasPrefix("Shopping, ") })
    }

    /// The kernel refuses writes there.
    @Test(arguments: ["/sys/kernel", "/proc/none"]) func unwritableHomeIsReported(home: String) throws {
        let variables = ["HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home]
        let visit = try Visit(Stage(), variables: variables)
        try visit.app.enter(Visit.username, into: "Username")
        try visit.app.type(Visit.password, into: "Password")
        try visit.app.press("Create")
        _ = try visit.app.find(nil, "Settings Cannot Be Saved")
        try visit.app.press("Darn!")
        try visit.waitForNotes()
        try visit.app.press("New note")
        try visit.app.enter("Lost", into: "Title of the note")
        _ = try visit.app.find("label", "The note could not be saved")
        #expect(visit.app.isRunning)
    }

    @Test func theSizeOfTheWindowIsRemembered() throws {
        var visit = try Visit()
        try visit.app.resize(width: 640, height: 520)
        let width = try #require(visit.app.tree?.children.first?.frame.width)
        try visit.app.desktop.press("ctrl+q")
        try visit.app.waitForEnd()
        try visit.restart()
        _ = try visit.app.find("push button", "Create")
        #expect(visit.app.tree?.children.first?.frame.width == width)
    }
}
