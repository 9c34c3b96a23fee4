import AppTesting
import Foundation
import Testing

/// Where pictures are put; nil: nobody has asked for them.
private let screenshotDirectory = ProcessInfo.processInfo.environment["CHATELAINE_SCREENSHOTS"]

/// Pictures of all windows for the documents, at the widths of a telephone and of a desk, light and dark: `make app-screenshots`.
///
/// They are no tests: somebody has to look at them. So they run only when they are asked for.
@Suite(.serialized, .enabled(if: screenshotDirectory != nil)) @MainActor struct Screenshots {
    nonisolated static let schemes = ["light", "dark"]

    /// Without an agent, or with one; nothing moves in its windows.
    private func still(startsAgent: Bool = true) throws -> Stage {
        let stage = try Stage(startsAgent: startsAgent)
        let directory = stage.home + "/config/gtk-4.0"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try "[Settings]\ngtk-enable-animations=0\n".write(
            toFile: directory + "/settings.ini", atomically: true, encoding: .utf8)
        return stage
    }

    private func variables(_ scheme: String) -> [String: String] {
        scheme == "dark" ? ["ADW_DEBUG_COLOR_SCHEME": "prefer-dark"] : [:]
    }

    /// Takes a picture of a window at each width.
    private func take(_ name: String, _ scheme: String, of app: RunningApp, height: Int = 720) throws {
        let directory = try #require(screenshotDirectory)
        // The wide one first: without animations a leaflet of libadwaita 1.2 unfolds with panes of wrong widths.
        for width in [1200, 360] {
            try app.resize(width: width, height: height)
            try app.desktop.screenshot("\(directory)/\(name)-\(scheme)-\(width).png", window: app.window)
        }
    }

    /// Takes a picture of the window in front, as it is, once it has a title; then closes it.
    private func takeFront(_ title: String, _ name: String, _ scheme: String, of app: RunningApp) throws {
        try app.find("frame", title)
        let directory = try #require(screenshotDirectory)
        try app.desktop.screenshot("\(directory)/\(name)-\(scheme).png", window: app.window)
        try app.desktop.press("Escape")
        try Desktop.wait(for: "the end of “\(title)”") { app.look("frame", title) == nil ? () : nil }
    }

    @Test(arguments: schemes) func touchMeIn(scheme: String) throws {
        let stage = try still()
        try stage.installPasswordManager()
        let app = try stage.open("TouchMeIn", variables: variables(scheme))
        try app.find(nil, "Create")
        try take("touchmein-login", scheme, of: app)
        try app.enter("wendy", into: "Username")
        try app.type("darling and co", into: "Password")
        try app.press("Create")
        try app.find(where: { $0.name.contains("New note") || $0.name.contains("New Note") })
        try take("touchmein-notes", scheme, of: app)
    }

    @Test(arguments: schemes) func christmasKeeper(scheme: String) throws {
        let stage = try still()
        let app = try stage.open("ChristmasKeeper", variables: variables(scheme))
        try app.find("dialog", "Setup Credentials")
        try take("christmaskeeper-first", scheme, of: app)
        try app.enter("Wendy", into: "Name")
        try app.type("second star", into: "Password")
        try app.press("Done")
        try app.press("New Present")
        try app.find(nil, "Done")
        try take("christmaskeeper-new", scheme, of: app)
        try app.desktop.type("A thimble for Peter")
        try app.press("Done")
        try app.find("list item", "A thimble for Peter")
        try take("christmaskeeper-list", scheme, of: app)
    }

    @Test(arguments: schemes) func testHost(scheme: String) throws {
        let stage = try still()
        let app = try stage.open("TestHost", variables: variables(scheme))
        try take("testhost", scheme, of: app)
    }

    @Test(arguments: schemes) func vaultFirstStart(scheme: String) throws {
        let stage = try still(startsAgent: false)
        let app = try stage.open("VaultWindow", variables: variables(scheme))
        try app.find("label", "Make your vault")
        try take("chatelaine-create", scheme, of: app)
        try app.type(Stage.password, into: "Master password")
        try app.type(Stage.password, into: "Master password again")
        try app.press("Create Vault")
        try app.find("label", "Your recovery key")
        try take("chatelaine-recovery-key", scheme, of: app)
        try app.press("Continue")
        try app.find("label", "Do you have it?")
        try take("chatelaine-recovery-check", scheme, of: app)
        try app.press("Skip")
        try app.find("label", "Your vault is ready")
        try take("chatelaine-ready", scheme, of: app)
    }

    @Test(arguments: schemes) func acme(scheme: String) throws {
        let stage = try still()
        try stage.installPasswordManager()
        let app = try stage.open("ACME", variables: variables(scheme))
        try take("acme-login", scheme, of: app)
        for (key, button, name) in [
            ("alt+2", "Register", "acme-register"), ("alt+3", "Change password", "acme-change"),
        ] {
            try app.desktop.press(key)
            try app.find("push button", button)
            try take(name, scheme, of: app)
        }
    }

    @Test(arguments: schemes) func vault(scheme: String) throws {
        let stage = try still(startsAgent: false)
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=https://bank.example", input: "correct horse\n")
        try stage.vault("add", "Mail", "username=bob@mail.example", "website=https://mail.example", input: "staple\n")
        let app = try stage.open("VaultWindow", variables: variables(scheme))
        try app.find("text", "Master password")
        try take("chatelaine-unlock", scheme, of: app)
        try app.type(Stage.password, into: "Master password")
        try app.desktop.press("Return")
        try app.find("list item", where: { $0.name.hasPrefix("Bank,") })
        try take("chatelaine-items", scheme, of: app)
    }

    @Test(arguments: schemes) func vaultWindows(scheme: String) throws {
        let stage = try still(startsAgent: false)
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=https://bank.example", input: "correct horse\n")
        let app = try stage.open("VaultWindow", variables: variables(scheme))
        try app.type(Stage.password, into: "Master password")
        try app.desktop.press("Return")
        try app.find("list item", where: { $0.name.hasPrefix("Bank,") })
        for (keys, title, name) in [
            ("ctrl+comma", "Settings", "chatelaine-settings"), ("ctrl+g", "Password Generator", "chatelaine-generator"),
        ] {
            try app.desktop.press(keys)
            try takeFront(title, name, scheme, of: app)
        }
        try app.desktop.press("Down")
        try app.press("Show password in large type")
        try takeFront("Large Type", "chatelaine-large-type", scheme, of: app)
        try app.desktop.press("ctrl+e")
        try app.find("push button", "Save")
        try take("chatelaine-editor", scheme, of: app)
    }

    @Test(arguments: schemes) func sheet(scheme: String) throws {
        let stage = try still()
        stage.more = variables(scheme)
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=https://bank.example", input: "correct horse\n")
        try stage.vault("add", "Bank", "username=shop", "website=https://bank.example", input: "battery\n")
        try stage.startPrompter()
        let program = try AskingProgram(stage, "find", "https://bank.example")
        let sheet = try stage.sheet()
        try take("sheet-unlock", scheme, of: sheet, height: 560)
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        try sheet.find("list item", "Bank, alice")
        try take("sheet-list", scheme, of: sheet, height: 560)
        program.end()
        try stage.waitUntilNoSheet()
        let store = try AskingProgram(
            stage, named: "Shop", "store", "https://shop.example", #"{"username": "alice", "fields": {"city": "Bern"}}"#
        )
        let editor = try stage.sheet()
        try editor.type(Stage.password, into: "Master password")
        try editor.press("Unlock")
        try editor.find("text", "city")
        try take("sheet-editor", scheme, of: editor, height: 620)
        store.end()
    }

    @Test(arguments: schemes) func question(scheme: String) throws {
        let stage = try still()
        stage.more = variables(scheme)
        try stage.chatelaine("passcode", "set", "--stdin", input: "four words of mine\n")
        try stage.startPrompter()
        let program = try ProbeProgram(stage, named: "Notes", "confirm", "show your notes", "0")
        let window = try stage.sheet()
        let directory = try #require(screenshotDirectory)
        try window.desktop.screenshot("\(directory)/question-passcode-\(scheme).png", window: window.window)
        try window.press("Cancel")
        _ = try program.output()
    }
}
