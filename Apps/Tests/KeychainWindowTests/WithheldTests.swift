import AppTesting
import Foundation
import Testing

/// Items that ask for something before anything of them is read.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct WithheldTests {
    private func opened(_ demand: String, input: String = "") throws -> KeychainsWindow {
        let window = try KeychainsWindow { stage in
            try KeychainsWindow.store(stage)
            try KeychainsWindow.setPasscode(stage)
            try stage.chatelaine(
                "add", "--class", "generic", "--service", "safe.example", "--account", "max", "--require", demand,
                input: "diamonds\n" + input)
            try stage.startPrompter()
        }
        try window.app.type(KeychainsWindow.passcode, into: "Passcode")
        try window.app.desktop.press("Return")
        return window
    }

    @Test func itIsListedWithoutItsNamesAndShownAfterWhatItAsksFor() throws {
        let window = try opened("user-presence")
        let app = window.app
        _ = try app.find("list item", "All Items, 3")
        let row = try app.find("list item", "Asks for a finger or the passcode, chatelaine, Password").frame
        #expect(!app.everythingSaid.contains("safe.example") && !app.everythingSaid.contains("max"))
        try app.click(row.x + row.width / 2, row.y + row.height / 2)
        _ = try app.find("push button", "Show the Item…")
        #expect(!app.everythingSaid.contains("safe.example"))
        #expect(app.look("push button", "Edit") == nil)
        #expect(app.unnamed == [])
        try app.press("Show the Item…")
        let question = try window.stage.sheet()
        try question.type(KeychainsWindow.passcode, into: "Passcode")
        try question.press("OK")
        _ = try app.find("label", "safe.example")
        _ = try app.find("push button", "Edit")
        try app.press("Reveal the password")
        _ = try app.find("label", "diamonds")
        // What was shown counts while the item is open.
        try window.select("The Wiki")
        #expect(!app.everythingSaid.contains("safe.example"))
    }

    @Test func aRefusedItemStaysWithheld() throws {
        let window = try opened("user-presence")
        let app = window.app
        let row = try app.find("list item", "Asks for a finger or the passcode, chatelaine, Password").frame
        try app.click(row.x + row.width / 2, row.y + row.height / 2)
        try app.press("Show the Item…")
        try window.stage.sheet().press("Cancel")
        try window.stage.waitUntilNoSheet()
        _ = try app.find("push button", "Show the Item…")
        #expect(!app.everythingSaid.contains("safe.example"))
    }
}
