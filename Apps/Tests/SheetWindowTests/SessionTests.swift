import AppTesting
import Foundation
import Testing

/// Events around a sheet in a window: cancels, locks, programs that end, and secrets that no other program sees.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SessionTests {
    private let bank = BankStage.address

    @Test func escapeCancels() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        _ = try sheet.find("text", "Master password")
        try sheet.desktop.press("Escape")
        #expect(try program.answer() == ["error": "0"])
        try stage.waitUntilNoSheet()
    }

    @Test func sheetGoesWithItsProgram() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "find", bank)
        _ = try stage.sheet()
        program.end()
        try stage.waitUntilNoSheet()
    }

    @Test func lockLeadsBackToTheMasterPasswordAndKeepsWhatWasTyped() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "store", "https://shop.example", #"{"login_title": "Shop"}"#)
        let sheet = try stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        try sheet.enter("erin", into: "Username")
        try stage.chatelaine("vault", "lock")
        _ = try sheet.find("label", "The vault was locked. What you have typed is still there.")
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        try sheet.press("Save")
        #expect(try program.answer()["username"] == "erin")
        #expect(try stage.value("username", of: "Shop") == "erin")
    }

    @Test func killedAgentTakesTheSheetAway() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "find", bank)
        _ = try stage.sheet()
        stage.killAgent()
        #expect(try program.answer() == ["error": "2"])
        try stage.waitUntilNoSheet()
    }

    @Test func killedWindowIsAnErrorForTheProgram() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        kill(sheet.id, SIGKILL)
        #expect(try program.answer() == ["error": "2"])
        // The next one gets its sheet.
        let next = try AskingProgram(stage, named: "Other", "find", bank)
        try stage.sheet().press("Cancel")
        #expect(try next.answer() == ["error": "0"])
    }

    @Test func typedSecretsAreHiddenFromAccessibilityClients() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "store", "https://shop.example")
        let sheet = try stage.sheet()
        // Once: a second click would be a double click on a fast machine, which selects what is there, and what is typed replaces it.
        try sheet.focus("Master password")
        for part in ["seven", "silly", "walruses"] {
            try sheet.desktop.type(part == "seven" ? part : " " + part)
            let nodes = try #require(sheet.tree).all
            #expect(!nodes.contains { ($0.says ?? "").contains(part) || $0.name.contains(part) })
            #expect(!nodes.contains { $0.name == "Master password" && $0.interfaces.contains("Text") })
        }
        try sheet.desktop.press("Return")
        try sheet.press("Show the password")
        program.end()
    }

    @Test func everythingThatTakesKeysHasAName() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "store", "https://shop.example", #"{"fields": {"city": "Bern"}}"#)
        let sheet = try stage.sheet()
        #expect(sheet.unnamed == [])
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        _ = try sheet.find("text", "city")
        #expect(sheet.unnamed == [])
        try sheet.press("Cancel")
        #expect(try program.answer() == ["error": "0"])
    }
}
