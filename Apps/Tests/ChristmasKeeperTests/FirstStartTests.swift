import AppTesting
import Testing

/// A list without a password.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct FirstStartTests {
    @Test func dialogSaysWhatItIsFor() throws {
        let house = try House()
        try house.dialog("Setup Credentials")
        for words in ["Setup Credentials", "Secure your Christmas list!"] { _ = try house.app.find(nil, words) }
        for name in ["Name", "Password"] { _ = try house.app.find("text", name) }
        for button in ["Cancel", "Done"] { _ = try house.app.find("push button", button) }
        #expect(house.app.look("push button", "New Present") == nil)
        try house.photograph("first-start")
    }

    @Test func cancelAsksAgain() throws {
        let house = try House()
        try house.dialog("Setup Credentials")
        try house.app.enter("Holly", into: "Name")
        try house.type(House.pin)
        try house.app.press("Cancel")
        _ = try house.app.find(nil, "The list stays closed without the password.")
        try house.dialog("Setup Credentials")
        #expect(try house.app.find("text", "Name").says == "")
        // What was typed is gone: Done finds nothing.
        try house.app.press("Done")
        _ = try house.app.find(nil, "Enter your name.")
    }

    @Test(arguments: [
        ("", House.pin, "Enter your name."), ("  ", House.pin, "Enter your name."), ("Holly", "", "Enter a password."),
    ])
    func emptyFieldAsksAgain(_ name: String, _ pin: String, _ message: String) throws {
        let house = try House()
        try house.dialog("Setup Credentials")
        try house.app.enter(name, into: "Name")
        if !pin.isEmpty { try house.type(pin) }
        try house.app.press("Done")
        _ = try house.app.find(nil, message)
        try house.dialog("Setup Credentials")
        #expect(house.app.look("push button", "New Present") == nil)
        #expect(try !house.stage.chatelaine("list").contains("hasSavedPIN"))
    }

    @Test func capitalLetterIsSuggestedAndNoMore() throws {
        let house = try House()
        try house.dialog("Setup Credentials")
        try house.app.focus("Name")
        try house.app.desktop.type("holly")
        _ = try house.app.find("text", "Name", where: { $0.says == "Holly" })
        try house.app.desktop.press("Home", "Delete", "d")
        _ = try house.app.find("text", "Name", where: { $0.says == "dolly" })
    }

    @Test func closingQuits() throws {
        let house = try House()
        try house.dialog("Setup Credentials")
        try house.app.press("Close")
        try house.app.waitForEnd()
    }

    @Test func doneOpensAnEmptyList() throws {
        let house = try House.lived()
        _ = try house.app.find(nil, "Christmas Presents")
        _ = try house.app.find("push button", "Add a Present")
        #expect(try house.stage.chatelaine("list").contains("hasSavedPIN"))
        try house.photograph("empty")
    }
}
