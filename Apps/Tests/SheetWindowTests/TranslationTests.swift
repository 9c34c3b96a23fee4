import AppTesting
import Testing

/// A sheet in another language: what it says itself, its layout, and what is the password manager's.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct TranslationTests {
    @Test func theSheetIsTranslated() throws {
        let stage = try Stage()
        try stage.translate([
            "“{caller}” asks for a login for {site}.": "„{caller}“ möchte eine Anmeldung für {site}.",
            "_Cancel": "_Abbrechen", "Master password": "Hauptpasswort",
        ])
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.startPrompter()
        let program = try AskingProgram(stage, named: "Shop", "find", "https://shop.example")
        let sheet = try stage.sheet()
        _ = try sheet.find("label", "„Shop“ möchte eine Anmeldung für shop.example.")
        _ = try sheet.find("text", "Hauptpasswort")
        try sheet.press("Abbrechen")
        #expect(try program.answer() == ["error": "0"])
    }
}
