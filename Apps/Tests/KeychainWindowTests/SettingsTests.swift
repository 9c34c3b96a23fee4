import AppTesting
import Foundation
import Testing

/// Keychains are made and set up, and the passcode, the recovery key and the doctor.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SettingsTests {
    @Test func aKeychainIsMadeAndItsSettingsAreStored() throws {
        let window = try KeychainsWindow()
        let app = window.app
        try window.choose("New Keychain…", in: "Main menu")
        try app.enter("build", into: "Name")
        try app.type("open sesame", into: "Password")
        try app.type("open sesam", into: "Password again")
        #expect(app.unnamed == [])
        try app.press("Create")
        _ = try app.find("label", "The two are not the same.")
        try app.type("open sesame", into: "Password again")
        try app.press("Create")
        _ = try app.find("list item", "build, unlocked")
        try app.desktop.press("ctrl+comma")
        _ = try app.find("frame", "Keychain Settings")
        #expect(app.unnamed == [])
        try app.focus("Lock after", role: "combo box")
        try app.desktop.press("Home", "Return")
        try app.find("check box", "Lock before sleep").press()
        let stage = window.stage
        try stage.chatelaine("security", "unlock-keychain", "-p", "open sesame", "build.keychain")
        try Desktop.wait(for: "settings") {
            let (_, info) = try self.info(stage)
            return info.contains("timeout=60s") && !info.contains("lock-on-sleep") ? () : nil
        }
    }

    private func info(_ stage: Stage) throws -> (Int32, String) {
        let (output, status) = try ChildProcess.run(
            ["sh", "-c", "\"$0\" security show-keychain-info build.keychain 2>&1", "\(stage.prefix)/bin/chatelaine"],
            variables: stage.variables)
        return (status, output)
    }

    @Test func thePasscodeIsSetAndTheRecoveryKeyCountsOnceItWasTypedBack() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        let app = window.app
        _ = try app.find("list item", "All Items, 2")
        try window.choose("Keychain Settings", in: "Main menu")
        try app.press("Set a passcode")
        try app.type(KeychainsWindow.passcode, into: "New passcode")
        try app.type(KeychainsWindow.passcode, into: "New passcode again")
        try app.press("Set")
        try app.waitUntilGone("frame", "Set a Passcode")
        try window.stage.chatelaine("passcode", "verify", "--stdin", input: KeychainsWindow.passcode + "\n")
        // The passcode was typed here: the items are still shown.
        _ = try app.find("list item", "The Wiki, lee, wiki.example, Password")
        try window.choose("Keychain Settings", in: "Main menu")
        try app.press("Make a recovery key")
        let key = try #require(
            try app.find("label", where: { ($0.says ?? "").filter { $0 == "-" }.count == 9 }).says)
        try app.type(key, into: "The key, from your copy")
        try app.press("Confirm")
        try app.waitUntilGone("frame", "Recovery Key")
        #expect(try window.stage.chatelaine("status", "--json").contains("\"recoveryKey\": true"))
    }

    @Test func theDoctorsFindingsAreShown() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        let app = window.app
        _ = try app.find("list item", "All Items, 2")
        try app.desktop.press("ctrl+comma")
        try app.press("Examine the keychain")
        _ = try app.find("label", "Healthy")
        #expect(app.unnamed == [])
    }
}
