import AppTesting
import Testing

extension Screenshots {
    private static let list = "Search"

    /// An agent that knows the window, and a vault.
    private func vault(_ scheme: String, reader: Bool = false) throws -> Stage {
        let stage = try still(scheme, reader: reader, startsAgent: false)
        try stage.install("VaultWindow", named: "chatelaine-passwords")
        try stage.startAgent()
        if let reader = stage.reader {
            try reader.enroll("\(stage.prefix)/bin/chatelaine", variables: stage.variables)
        }
        return stage
    }

    private func open(_ stage: Stage) throws -> RunningApp {
        try RunningApp(
            ["\(stage.prefix)/libexec/chatelaine/chatelaine-passwords"], variables: stage.variables,
            directory: stage.home)
    }

    private func unlock(_ app: RunningApp) throws {
        try app.type(Stage.password, into: "Master password")
        try app.desktop.press("Return")
        try app.find("entry", where: { $0.name.hasPrefix(Self.list) })
    }

    private func choose(_ entry: String, _ menu: String, of app: RunningApp) throws {
        try app.focus(menu)
        try app.find("menu item", entry).press()
    }

    @Test(arguments: schemes) func vaultFirstStart(scheme: String) throws {
        let stage = try vault(scheme, reader: true)
        let app = try open(stage)
        try app.find("label", "Create Your Vault")
        try take("chatelaine-create", scheme, of: app)
        try app.type(Stage.password, into: "Master password")
        try app.type(Stage.password, into: "Master password again")
        try app.press("Create Vault")
        try app.find("label", "Your Recovery Key")
        try take("chatelaine-recovery-key", scheme, of: app)
        try app.press("Continue")
        try app.find("label", "Check Your Copy")
        try take("chatelaine-recovery-check", scheme, of: app)
        try app.press("Skip")
        try app.find("label", "Unlock With Your Finger")
        try take("chatelaine-finger", scheme, of: app)
        try app.press("Use Fingerprint")
        try app.find("label", "Your Vault Is Ready")
        try take("chatelaine-ready", scheme, of: app)
        try app.press("Not Now")
        try app.find("entry", where: { $0.name.hasPrefix(Self.list) })
        try take("chatelaine-empty", scheme, of: app)
        try app.desktop.press("ctrl+l")
        try app.press("Use Fingerprint")
        try app.find("label", "Touch the fingerprint reader.")
        try take("chatelaine-unlock-finger", scheme, of: app)
    }

    @Test(arguments: schemes) func vaultItems(scheme: String) throws {
        let stage = try vault(scheme)
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=https://bank.example", input: "correct horse\n")
        try stage.vault("edit", "Bank", "--secret", "password", input: "battery\n")
        try stage.vault("add", "Mail", "username=bob@mail.example", "website=https://mail.example", input: "staple\n")
        let app = try open(stage)
        try app.find("text", "Master password")
        try take("chatelaine-unlock", scheme, of: app)
        try app.resize(width: Self.widths[0], height: 720)
        try unlock(app)
        try app.find("list item", where: { $0.name.hasPrefix("Bank,") })
        try takeInDepth("chatelaine-items", scheme, of: app)
        try app.desktop.press("ctrl+f", "Down")
        try app.press("Show password in large type")
        try takeFront("Large Type", "chatelaine-large-type", scheme, of: app, height: 360)
        try choose("History", "More about this item", of: app)
        try takeFront("History", "chatelaine-history", scheme, of: app)
        try app.desktop.press("ctrl+g")
        try takeFront("Password Generator", "chatelaine-generator", scheme, of: app)
        try app.desktop.press("ctrl+question")
        try takeFront("Keyboard Shortcuts", "chatelaine-shortcuts", scheme, of: app)
        for width in Self.widths {
            try app.resize(width: width, height: 720)
            try app.desktop.press("ctrl+f", "Down", "Return")
            try app.find("push button", "Edit")
            try photograph("chatelaine-item", scheme, width: width, of: app)
        }
        try app.resize(width: Self.widths[0], height: 720)
        try app.desktop.press("ctrl+f", "Down", "ctrl+e")
        try app.find("push button", "Save")
        try take("chatelaine-editor", scheme, of: app)
    }

    @Test(arguments: schemes) func vaultSettings(scheme: String) throws {
        let stage = try vault(scheme)
        try stage.makeVault()
        try stage.chatelaine("apps", "share", "com.example.mail", "/usr/bin/find")
        let app = try open(stage)
        try app.press("Use the Recovery Key…")
        try takeFront("Recovery Key", "chatelaine-recovery-unlock", scheme, of: app)
        try unlock(app)
        try app.desktop.press("ctrl+comma")
        try takeFront("Settings", "chatelaine-settings", scheme, of: app)
        for (row, title, name) in [
            ("Change the master password", "Master Password", "chatelaine-master-password"),
            ("Change how the key is derived", "Key Derivation", "chatelaine-derivation"),
            ("Show what programs may use", "Programs", "chatelaine-programs"),
        ] {
            try app.desktop.press("ctrl+comma")
            try app.press(row)
            try takeFront(title, name, scheme, of: app)
            try app.desktop.press("Escape")
            try Desktop.wait(for: "the end of the settings") { app.look("frame", "Settings") == nil ? () : nil }
        }
        try app.desktop.press("ctrl+comma")
        try takeAlert("Cancel", "chatelaine-new-recovery-key", scheme, of: app) {
            try app.press("Make a new recovery key")
        }
    }
}
