import AppTesting
import Testing

/// On a Wayland display a program's window has a name only while it asks for one, and the sheet belongs to it by that.
@Suite(.serialized, .enabled(if: Stage.isPossible && WaylandDisplay.isPossible)) @MainActor struct WaylandTests {
    private func stage(_ display: WaylandDisplay) throws -> Stage {
        let stage = try Stage()
        stage.more = display.variables
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.startPrompter()
        return stage
    }

    @Test func theSheetBelongsToTheWindowOfItsProgram() throws {
        let display = try WaylandDisplay()
        let stage = try stage(display)
        let app = try stage.open("ACME")
        #expect(try !display.window(of: app).isFloating)
        // And again: the name was taken back meanwhile.
        for _ in 1...2 {
            try app.press("Fill From Password Manager")
            let sheet = try stage.sheet()
            #expect(try display.window(of: sheet).isFloating)
            try sheet.press("Cancel")
            try stage.waitUntilNoSheet()
            _ = try app.find("push button", "Fill From Password Manager", where: \.isEnabled)
        }
        #expect(!app.log.contains("CRITICAL"))
    }

    /// New windows get no keys on this display: the token alone has them go to the sheet.
    @Test func keysGoToTheSheetByTheProgramsToken() throws {
        let display = try WaylandDisplay(#"no_focus [app_id=".*"]"#, "focus_on_window_activation focus")
        let stage = try stage(display)
        let app = try stage.open("ACME")
        let stranger = try AskingProgram(stage, "find", "https://bank.example")
        let unasked = try stage.sheet()
        try unasked.find("push button", "Cancel")
        #expect(try display.window(of: app).isFocused)
        #expect(try !display.window(of: unasked).isFocused)
        stranger.end()
        try stage.waitUntilNoSheet()
        // Who is to hand the keys on has to have been used: compositors give no token for less.
        try Desktop.wait(for: "keys to go to the button") {
            if app.look("push button", "Fill From Password Manager", where: \.hasFocus) != nil { return () }
            try display.press("Tab")
            return nil
        }
        try display.press("Return")
        let sheet = try stage.sheet()
        try Desktop.wait(for: "keys to go to the sheet") { try display.window(of: sheet).isFocused ? () : nil }
        try sheet.press("Cancel")
    }

    @Test func theProgramGivesAHandleAndATokenOfItsOwnEachTime() throws {
        let display = try WaylandDisplay()
        let stage = try Stage()
        let manager = try ScriptedManager(on: stage)
        let app = try stage.open("ACME", variables: display.variables)
        for _ in 1...2 {
            let before = manager.requests.count
            try app.find("push button", "Fill From Password Manager", where: \.isEnabled).press()
            try Desktop.wait(for: "a request: \(app.log)") { manager.requests.count > before ? () : nil }
        }
        #expect(manager.requests.allSatisfy { $0.parentWindow.hasPrefix("wayland:") && $0.parentWindow.count > 8 })
        #expect(Set(manager.requests.map(\.activationToken)).subtracting([""]).count == 2)
        #expect(!app.log.contains("CRITICAL"))
    }

    @Test(arguments: ["", "wayland:nonsense", "x11:400003", "wayland:" + String(repeating: "a", count: 1000)])
    func aHandleOfNoWindowIsLeftAlone(handle: String) throws {
        let display = try WaylandDisplay()
        let stage = try stage(display)
        let program = try AskingProgram(stage, "find", "https://bank.example", "{}", "{}", handle)
        let sheet = try stage.sheet()
        #expect(try !display.window(of: sheet).isFloating)
        try sheet.press("Cancel")
        #expect(try program.answer() == ["error": "0"])
    }
}
