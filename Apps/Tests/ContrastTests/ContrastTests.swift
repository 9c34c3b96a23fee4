import AppTesting
import Testing

/// Texts can be read, in light and in dark.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ContrastTests {
    nonisolated static let schemes = ["light", "dark"]

    /// Nothing in its windows is half gone while it is looked at.
    private func stage(_ scheme: String, startsAgent: Bool = true) throws -> Stage {
        let stage = try Stage(startsAgent: startsAgent)
        try stage.show(dark: scheme == "dark")
        return stage
    }

    /// Waits until nothing is faint any more: what has just come may not be drawn yet.
    private func expectClear(_ app: RunningApp, _ page: String, in title: String? = nil) throws {
        let title = try title ?? #require(app.titles.first)
        var faint: [String] = []
        try Desktop.wait(for: "\(page): \(faint)") {
            faint = try app.faintTexts(in: title)
            return faint.isEmpty ? () : nil
        }
    }

    @Test(arguments: schemes) func passwordManager(scheme: String) throws {
        let stage = try stage(scheme, startsAgent: false)
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=https://bank.example", input: "correct horse\n")
        let app = try stage.open("VaultWindow")
        try app.find("text", "Master password")
        try expectClear(app, "unlock")
        try app.type(Stage.password, into: "Master password")
        try app.desktop.press("Return")
        try app.find("list item", where: { $0.name.hasPrefix("Bank,") })
        try app.desktop.press("ctrl+f", "Down")
        try app.find("push button", "Edit")
        try expectClear(app, "item")
        for (keys, title) in [
            ("ctrl+comma", "Settings"), ("ctrl+g", "Password Generator"), ("ctrl+question", "Keyboard Shortcuts"),
            ("ctrl+t", "Large Type"),
        ] {
            try app.desktop.press(keys)
            try app.find("frame", title)
            try expectClear(app, title, in: title)
            try app.desktop.press("Escape")
            try app.waitUntilGone("frame", title)
        }
        try app.desktop.press("ctrl+e")
        try app.find("push button", "Save")
        try expectClear(app, "editor")
    }

    @Test(arguments: schemes) func keychains(scheme: String) throws {
        let stage = try stage(scheme, startsAgent: false)
        try stage.chatelaine("set", "mail.example", "kim", input: "correct horse\n")
        let app = try stage.open("KeychainWindow")
        let row = try app.find("list item", where: { $0.name.hasPrefix("mail.example,") }).frame
        try expectClear(app, "list")
        try app.click(row.x + row.width / 2, row.y + row.height / 2)
        try app.find("push button", "Edit")
        try expectClear(app, "item")
        try app.desktop.press("ctrl+e")
        try app.find("push button", "Save")
        try expectClear(app, "editor")
    }

    @Test(arguments: schemes) func sheet(scheme: String) throws {
        let stage = try stage(scheme)
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=https://bank.example", input: "correct horse\n")
        try stage.startPrompter()
        let program = try AskingProgram(stage, "find", "https://bank.example")
        let sheet = try stage.sheet()
        try sheet.find("text", "Master password")
        try expectClear(sheet, "unlock")
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        try sheet.find("list item", "Bank, alice")
        try expectClear(sheet, "list")
        try sheet.press("New Login")
        try sheet.find("push button", "Save")
        try expectClear(sheet, "editor")
        program.end()
    }

    @Test(arguments: schemes) func touchMeIn(scheme: String) throws {
        let stage = try stage(scheme)
        let app = try stage.open("TouchMeIn")
        try app.find(nil, "Create")
        try expectClear(app, "login")
        try app.enter("wendy", into: "Username")
        try app.type("darling and co", into: "Password")
        try app.press("Create")
        try app.find(nil, "Write a Note")
        try expectClear(app, "notes")
    }

    @Test(arguments: schemes) func christmasKeeper(scheme: String) throws {
        let stage = try stage(scheme)
        let app = try stage.open("ChristmasKeeper")
        try app.find("dialog", "Setup Credentials")
        try expectClear(app, "first start")
        try app.enter("Wendy", into: "Name")
        try app.type("second star", into: "Password")
        try app.press("Done")
        try app.press("New Present")
        try app.find("text", "Details of the present")
        try expectClear(app, "new present")
        try app.enter("A thimble for Peter", into: "Details of the present")
        try app.press("Done")
        try app.find("list item", "A thimble for Peter")
        try expectClear(app, "list")
    }

    @Test(arguments: schemes) func acme(scheme: String) throws {
        let stage = try stage(scheme)
        try stage.installPasswordManager()
        let app = try stage.open("ACME")
        // Keys go to the window under the pointer otherwise, and tests before this one have moved it.
        try app.takeKeys()
        for key in ["alt+1", "alt+2", "alt+3"] {
            try app.desktop.press(key)
            try expectClear(app, key)
        }
    }

    @Test(arguments: schemes) func acmeBrowser(scheme: String) throws {
        let stage = try stage(scheme)
        try stage.installPasswordManager()
        let app = try stage.open("acme-browser", ["http://127.0.0.1:2/"])
        try app.find("label", "The Page Cannot Be Loaded")
        try expectClear(app, "problem")
    }
}
