import AppTesting
import Testing

/// Texts in another language: of the program, of its layouts, and of the vault.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct TranslationTests {
    @Test func everyKindOfTextIsTranslated() throws {
        let stage = try Stage(startsAgent: false)
        try stage.translate([
            "Your vault is locked": "Der Tresor ist verschlossen", "All Items": "Alle Einträge",
            "No Match": "Nichts gefunden", "username": "Benutzername", "Copy {name}": "{name} kopieren",
        ])
        let window = try VaultWindow(stage, settings: ["autoLock": 0]) {
            try $0.vault("add", "My Bank", "username=maria", "--no-secret")
        }
        _ = try window.app.find("label", "Der Tresor ist verschlossen")
        try window.unlock()
        _ = try window.app.find("label", "Alle Einträge")
        try window.select("My Bank")
        _ = try window.app.find("push button", "Benutzername kopieren")
        // What a person has typed is no text of ours.
        _ = try window.app.find("label", "maria")
    }
}
