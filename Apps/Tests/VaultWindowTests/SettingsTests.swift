import AppTesting
import Foundation
import Testing

/// Settings, and that they hold.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SettingsTests {
    private func opened(_ settings: [String: Any] = ["autoLock": 0]) throws -> VaultWindow {
        let window = try VaultWindow(settings: settings)
        try window.unlock()
        return window
    }

    private func kept(_ window: VaultWindow) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: window.stage.home + "/config/chatelaine/passwords.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func turn(_ name: String, in window: VaultWindow) throws {
        try window.app.find(nil, name, where: { $0.role == "check box" }).press()
    }

    @Test func theTimeUntilTheVaultLocksIsChosenAndKept() throws {
        let window = try opened()
        try window.showSettings()
        #expect(window.app.unnamed == [])
        try window.app.focus("Lock after", role: "combo box")
        try window.app.desktop.press("Home", "Return")
        try Desktop.wait(for: "a time of a minute") { try kept(window)["autoLock"] as? Int == 60 ? () : nil }
        // What a window finds that starts later.
        let later = try VaultWindow(settings: ["autoLock": 1800])
        try later.unlock()
        try later.showSettings()
        _ = try later.app.find("label", "30 min")
    }

    @Test func theVaultLocksAfterTheTime() throws {
        let window = try opened(["autoLock": 3])
        _ = try window.app.find(nil, "Master password")
    }

    @Test func vaultLocksWithTheScreenOnlyIfEnabled() throws {
        let session = try FakeSession()
        let window = try opened(["autoLock": 0, "locksWithScreen": false])
        session.lockScreen()
        try window.showSettings()
        try turn("Lock with the screen", in: window)
        try Desktop.wait(for: "a setting") { try kept(window)["locksWithScreen"] as? Bool == true ? () : nil }
        session.lockScreen()
        _ = try window.app.find(nil, "Master password")
        #expect(window.app.look("frame", "Settings") == nil)
    }

    @Test func lockingBeforeSleepIsTurnedOff() throws {
        let window = try opened()
        try window.showSettings()
        try turn("Lock before sleep", in: window)
        try Desktop.wait(for: "a setting") { try kept(window)["locksBeforeSleep"] as? Bool == false ? () : nil }
    }

    @Test func theMasterPasswordIsChanged() throws {
        let window = try opened()
        try window.showSettings()
        try window.app.press("Change the master password")
        try window.app.type("not that one", into: "Current master password")
        try window.app.type("nine patient pelicans", into: "New master password")
        try window.app.type("nine patient pelicans", into: "New master password again")
        try window.app.press("Change")
        _ = try window.app.find("label", where: { $0.says?.contains("master password of “personal” is wrong") == true })
        try window.app.type(Stage.password, into: "Current master password")
        try window.app.press("Change")
        try window.app.waitUntilGone("frame", "Master Password")
        let (_, status) = try ChildProcess.run(
            ["\(window.stage.prefix)/bin/chatelaine", "vault", "list", "--password-stdin"],
            variables: window.stage.variables, input: "nine patient pelicans\n")
        #expect(status == 0)
    }

    @Test func theKeyDerivationIsChanged() throws {
        let window = try opened()
        try window.showSettings()
        _ = try window.app.find("label", where: { $0.says?.hasSuffix(" passes of Argon2id") == true })
        try window.app.press("Change how the key is derived")
        try window.app.type(Stage.password, into: "Current master password")
        try window.app.focus("Key derivation", role: "combo box")
        try window.app.desktop.press("End", "Return")
        try window.app.press("Change")
        try window.app.waitUntilGone("frame", "Key Derivation")
        // The settings say what holds now.
        _ = try window.app.find("label", where: { $0.says?.hasSuffix(" rounds of PBKDF2") == true })
    }
}
