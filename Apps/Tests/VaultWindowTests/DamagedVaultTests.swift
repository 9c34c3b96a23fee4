import AppTesting
import Testing

/// A vault whose index is damaged.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct DamagedVaultTests {
    @Test func theListSaysThatItemsMayBeMissing() throws {
        let window = try VaultWindow(settings: ["autoLock": 0]) { stage in
            try stage.vault("add", "Bank", "username=maria", "--no-secret")
            try stage.damageIndexOfVault()
        }
        try window.unlock()
        _ = try window.app.find("label") { $0.name.contains("doctor --unlock --repair --vault personal") }
        _ = try window.app.find("label", "Items Cannot Be Shown")
    }

    @Test func aCompleteListSaysNothing() throws {
        let window = try VaultWindow(settings: ["autoLock": 0])
        try window.unlock()
        _ = try window.app.find("label", "No Items Yet")
    }
}
