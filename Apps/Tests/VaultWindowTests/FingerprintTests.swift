import AppTesting
import Testing

/// A finger in place of the master password: the real agent, the real fprintd, and a reader that does what it is told.
@Suite(.serialized, .enabled(if: Stage.isPossible && VirtualReader.isPossible)) @MainActor struct FingerprintTests {
    private static let setting = "Unlock with a finger for 14 days after the master password"
    private static let waiting = "Touch the fingerprint reader."

    /// An agent that knows the window, and a finger that is enrolled.
    private func stage() throws -> (Stage, VirtualReader) {
        let stage = try Stage(reader: true, startsAgent: false)
        try stage.install("VaultWindow", named: "chatelaine-passwords")
        try stage.startAgent()
        let reader = try #require(stage.reader)
        try reader.enroll("\(stage.prefix)/bin/chatelaine", variables: stage.variables)
        return (stage, reader)
    }

    /// The window of a vault that a finger unlocks.
    private func window(_ stage: Stage) throws -> VaultWindow {
        let window = try VaultWindow(stage, settings: ["autoLock": 0]) {
            try $0.vault("add", "My Bank", "username=maria", "--no-secret")
        }
        try window.unlock()
        try allow(window)
        return window
    }

    private func allow(_ window: VaultWindow) throws {
        try window.app.desktop.press("ctrl+comma")
        try window.app.find("check box", Self.setting, where: \.isEnabled).press()
        try window.app.type(Stage.password, into: "Current master password")
        #expect(!window.app.everythingSaid.contains(Stage.password))
        try window.app.press("Allow")
        _ = try window.app.find("label", "Your fingerprint now unlocks the vault")
    }

    private func lockAndWaitForFinger(_ window: VaultWindow) throws {
        try window.app.desktop.press("Escape")
        try window.app.desktop.press("ctrl+l")
        try window.app.press("Use Fingerprint")
        _ = try window.app.find("label", Self.waiting)
    }

    @Test func fingerUnlocksOnceThePasswordHasAllowedIt() throws {
        let (stage, reader) = try stage()
        let window = try window(stage)
        try lockAndWaitForFinger(window)
        #expect(window.app.unnamed.isEmpty)
        #expect(!window.app.everythingSaid.contains("My Bank"))
        try reader.send("SCAN f1")
        _ = try window.app.find("list item", "My Bank, maria")
    }

    @Test func wrongFingerIsReportedAndTheNextMayMatch() throws {
        let (stage, reader) = try stage()
        let window = try window(stage)
        try lockAndWaitForFinger(window)
        try reader.send("SCAN f2")
        _ = try window.app.find("label", "That finger did not match. Try again.")
        #expect(window.app.look("list item", "My Bank, maria") == nil)
        try reader.send("SCAN f1")
        _ = try window.app.find("list item", "My Bank, maria")
    }

    @Test func afterFiveWrongFingersThereIsThePasswordAlone() throws {
        let (stage, reader) = try stage()
        let window = try window(stage)
        try lockAndWaitForFinger(window)
        for _ in 0..<5 { try reader.send("SCAN f2") }
        try Desktop.wait(for: "no more fingers") { window.app.look("push button", "Use Fingerprint") == nil ? () : nil }
        try window.unlock()
        _ = try window.app.find("list item", "My Bank, maria")
    }

    @Test func passwordCanBeTypedWhileTheReaderWaits() throws {
        let (stage, _) = try stage()
        let window = try window(stage)
        try lockAndWaitForFinger(window)
        try window.unlock()
        _ = try window.app.find("list item", "My Bank, maria")
        // And the reader can be had again.
        try lockAndWaitForFinger(window)
        try window.app.press("Do Not Use Fingerprint")
        _ = try window.app.find("push button", "Use Fingerprint")
        #expect(window.app.look("label", Self.waiting) == nil)
    }

    @Test func itIsNotOfferedBeforeThePasswordAndCanBeTurnedOff() throws {
        let (stage, _) = try stage()
        let window = try window(stage)
        window.app.end()
        stage.killAgent()
        try stage.startAgent()
        let second = try VaultWindow(stage, settings: ["autoLock": 0], hasVault: false)
        _ = try second.app.find("text", "Master password")
        #expect(second.app.look("push button", "Use Fingerprint") == nil)
        try second.unlock()
        try second.app.desktop.press("ctrl+comma")
        try second.app.find("check box", Self.setting, where: \.isEnabled).press()
        try second.app.desktop.press("Escape")
        try second.app.desktop.press("ctrl+l")
        _ = try second.app.find("text", "Master password")
        try second.unlock()
        #expect(second.app.look("push button", "Use Fingerprint") == nil)
    }

    @Test func withoutAFingerThereIsNothingToSet() throws {
        let stage = try Stage(reader: true, startsAgent: false)
        try stage.install("VaultWindow", named: "chatelaine-passwords")
        try stage.startAgent()
        let window = try VaultWindow(stage, settings: ["autoLock": 0])
        try window.unlock()
        try window.app.desktop.press("ctrl+comma")
        let setting = try window.app.find("check box", Self.setting)
        #expect(!setting.isEnabled)
    }

    @Test func firstStartOffersIt() throws {
        let (stage, reader) = try stage()
        let window = try VaultWindow(stage, hasVault: false)
        try window.app.type(Stage.password, into: "Master password")
        try window.app.type(Stage.password, into: "Master password again")
        try window.app.press("Create Vault")
        try window.app.press("Skip")
        _ = try window.app.find("label", "Unlock With Your Finger")
        #expect(window.app.unnamed.isEmpty)
        try window.app.press("Use Fingerprint")
        _ = try window.app.find("label", "Your Vault Is Ready")
        try window.app.press("Not Now")
        try window.app.find("entry", where: { $0.name.hasPrefix("Search") })
        try lockAndWaitForFinger(window)
        try reader.send("SCAN f1")
        try window.app.find("entry", where: { $0.name.hasPrefix("Search") })
    }
}
