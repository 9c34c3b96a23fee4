import AppTesting
import Foundation
import Testing

/// The way to the first vault, and the generator.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct FirstStartTests {
    @Test func aVaultIsMadeWithARecoveryKeyThatIsAskedBack() throws {
        let window = try VaultWindow(hasVault: false)
        let app = window.app
        try app.type(Stage.password, into: "Master password")
        try app.type("another one", into: "Master password again")
        try app.press("Create Vault")
        _ = try app.find("label", "The passwords do not match.")
        try app.type(Stage.password, into: "Master password again")
        #expect(!app.everythingSaid.contains(Stage.password))
        try app.press("Create Vault")
        let key = try app.find("label", where: { $0.says?.wholeMatch(of: #/([A-Z2-9]{4}-){6}[A-Z2-9]{4}/#) != nil })
        let groups = try #require(key.says).split(separator: "-")
        #expect(app.unnamed == [])
        try app.press("Continue")
        _ = try app.find("label", "Check Your Copy")
        #expect(!app.everythingSaid.contains(groups.joined(separator: "-")))
        for (index, group) in groups.enumerated() where app.look(nil, "Group \(index + 1)") != nil {
            try app.type(String(group), into: "Group \(index + 1)")
        }
        try app.press("Confirm")
        try app.press("New Login")
        try app.enter("Forge", into: "Title")
        try app.press("Save")
        _ = try app.find("list item", "Forge, Login")
        #expect(try window.stage.vault("list").contains("Forge"))
    }

    @Test func everyPageButTheFirstCanBeSkipped() throws {
        let window = try VaultWindow(hasVault: false)
        try window.app.type(Stage.password, into: "Master password")
        try window.app.type(Stage.password, into: "Master password again")
        try window.app.press("Create Vault")
        try window.app.press("Skip")
        try window.app.press("Not Now")
        _ = try window.app.find("label", "No Items Yet")
    }

    @Test func generatedPasswordIsCopiedAndKept() throws {
        let window = try VaultWindow(settings: ["autoLock": 0])
        try window.unlock()
        try window.app.desktop.press("ctrl+g")
        _ = try window.app.find("label", where: { $0.says?.hasSuffix(" bits") == true })
        #expect(window.app.unnamed == [])
        try window.app.press("Copy and Keep")
        _ = try window.app.find("list item", where: { $0.name.hasPrefix("Generated password") })
        let kept = try window.stored("Generated password", "password")
        #expect(kept.count == 20)
        try Desktop.wait(for: "a copy") { try window.app.desktop.pasted() == kept ? () : nil }
    }
}
