import AppTesting
import Testing

/// A password was set, and the program is started again.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct LaterStartTests {
    @Test func rightPasswordOpensTheList() throws {
        let house = try House.lived()
        try house.add("A sledge for Noel")
        try house.restart()
        try house.dialog("Enter Password")
        _ = try house.app.find(nil, "What is Holly's password?")
        #expect(house.app.look("text", "Name") == nil)
        #expect(house.app.look("list item") == nil)
        try house.photograph("later-start")
        try house.give(House.pin)
        _ = try house.row("A sledge for Noel")
    }

    @Test func wrongPasswordAndCancelAskAgain() throws {
        let house = try House.lived()
        try house.restart()
        try house.give(House.wrongPIN)
        _ = try house.app.find(nil, "Wrong password. Try again.")
        try house.dialog("Enter Password")
        try house.app.press("Cancel")
        _ = try house.app.find(nil, "The list stays closed without the password.")
        try house.app.press("Done")
        _ = try house.app.find(nil, "Enter a password.")
        #expect(house.app.look("push button", "New Present") == nil)
        try house.give(House.pin)
        try house.list()
    }

    @Test func fiveWrongPasswordsInARowAreWaitedForAlsoByAnotherStart() throws {
        let house = try House.lived()
        try house.restart()
        for _ in 1...4 {
            try house.give(House.wrongPIN)
            _ = try house.app.find(nil, "Wrong password. Try again.")
        }
        try house.give(House.wrongPIN)
        try waits(house)
        try house.photograph("waiting")
        try house.restart()
        try waits(house)
        // Also one that is right is not looked at.
        try house.app.focus("Password")
        try house.app.desktop.type(House.pin)
        try house.app.desktop.press("Return")
        try waits(house)
        #expect(house.app.look("push button", "New Present") == nil)
    }

    private func waits(_ house: House) throws {
        _ = try house.app.find(where: {
            let words = $0.says ?? $0.name
            return words.hasPrefix("Too many wrong passwords. Try again in ") && words.hasSuffix(" seconds.")
        })
        #expect(try !house.app.find("push button", "Done").isEnabled)
    }

    @Test func lostSettingsDoNotSetAnotherPassword() throws {
        let house = try House.lived()
        try house.add("A sledge for Noel")
        house.app.end()
        _ = try ChildProcess.run(["rm", "-r", house.stage.home + "/config"])
        try house.restart()
        try house.dialog("Enter Password")
        _ = try house.app.find(nil, "What is the password?")
        try house.give(House.pin)
        _ = try house.row("A sledge for Noel")
    }

    @Test func lostKeyIsReportedAndTheOldListIsPutAside() throws {
        let house = try House.lived()
        try house.add("A sledge for Noel")
        house.app.end()
        house.stage.killAgent()
        _ = try ChildProcess.run(["rm", "-r", house.stage.home + "/keychains"])
        try house.stage.startAgent()
        try house.restart()
        try house.give(House.pin)
        try house.dialog("The Key Is Lost")
        try house.photograph("lost")
        try house.app.press("Start With an Empty List")
        try house.setUp()
        #expect(house.presentFiles.isEmpty)
        let (names, _) = try ChildProcess.run(["find", house.stage.home + "/share", "-name", "*.present"])
        #expect(names.split(separator: "\n").count == 1)
    }
}
