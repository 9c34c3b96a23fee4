import AppTesting
import Foundation
import Testing

/// Import and export in the window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ExchangeTests {
    private func opened(_ prepare: (Stage) throws -> Void = { _ in }) throws -> VaultWindow {
        let window = try VaultWindow(settings: ["autoLock": 0], prepare: prepare)
        try window.unlock()
        return window
    }

    private func choose(_ entry: String, _ window: VaultWindow) throws {
        try window.app.focus("Main menu")
        try window.app.find("menu item", entry).press()
    }

    @Test func aFileIsShownBeforeItComesAndRemovedIfTheUserWants() throws {
        let window = try opened { stage in
            try stage.vault("add", "Bank", "username=maria", "website=https://bank.example", "--no-secret")
        }
        let path = window.stage.home + "/export.csv"
        try Data(
            """
            name,url,username,password,note
            Shop,https://shop.example/,maria,Tr0ub4dor,
            Forum,https://forum.example/,m,correct horse,hello
            """.utf8
        ).write(to: URL(fileURLWithPath: path))
        try choose("Import…", window)
        try window.answerChooser("Import", path)
        _ = try window.app.find("label", "New: 2")
        _ = try window.app.find("label", "Forum")
        #expect(window.app.unnamed == [])
        #expect(throws: (any Error).self) { try window.stage.vault("show", "Shop") }
        try window.app.press("Import")
        _ = try window.app.find("label", "2 items imported or changed")
        #expect(try window.stored("Shop", "password") == "Tr0ub4dor")
        try window.app.press("Remove")
        try window.app.waitUntilGone("label", "Remove “export.csv”?")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aVaultIsExportedWithAPassword() throws {
        let window = try opened { stage in
            try stage.vault("add", "Bank", "username=maria", "website=https://bank.example", "--no-secret")
        }
        let path = window.stage.home + "/vault.chatelaine"
        try choose("Export…", window)
        try window.app.type("a password of the file", into: "Password of the file")
        try window.app.type("a password of the file", into: "Password of the file again")
        try window.app.press("Export…")
        try window.answerChooser("Save the Export", path)
        _ = try window.app.find("label", "Exported")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let report = try window.stage.vault(
            "import", path, "--dry-run", "--json", "--file-password-stdin", input: "a password of the file\n")
        #expect(report.contains("\"same\": 1"))
    }

    @Test func anEncryptedFileAsksForItsPassword() throws {
        var path = ""
        let window = try opened { stage in
            path = stage.home + "/copy.chatelaine"
            try stage.vault("add", "Bank", "username=maria", "website=https://bank.example", "--no-secret")
            try stage.vault("export", path, "--file-password-stdin", input: "a password of the file\n")
        }
        try choose("Import…", window)
        try window.answerChooser("Import", path)
        try window.app.type("wrong", into: "Password of the file")
        try window.app.press("Open")
        _ = try window.app.find("label", "This does not open the file.")
        try window.app.type("a password of the file", into: "Password of the file")
        try window.app.press("Open")
        _ = try window.app.find("label", "There already: 1")
    }

    @Test func plainTextTakesTheMasterPassword() throws {
        let window = try opened { stage in
            try stage.vault("add", "Bank", "username=maria", "website=https://bank.example", "--no-secret")
        }
        try choose("Export…", window)
        try window.app.focus("Format", role: "combo box")
        // KDBX, Chatelaine, and the first one in plain text.
        try window.app.desktop.press("Home", "Down", "Down", "Return")
        _ = try window.app.find("label", where: { $0.name.hasPrefix("This file is plain text") })
        try window.app.type("wrong", into: "Master password")
        try window.app.press("Export…")
        _ = try window.app.find("label", where: { $0.name.contains("master password") && $0.name.contains("wrong") })
    }
}
