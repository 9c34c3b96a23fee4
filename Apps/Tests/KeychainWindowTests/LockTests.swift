import AppTesting
import Foundation
import Testing

/// The passcode, and what is shown without it.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct LockTests {
    private func opened() throws -> KeychainsWindow {
        try KeychainsWindow { stage in
            try KeychainsWindow.store(stage)
            try KeychainsWindow.setPasscode(stage)
        }
    }

    @Test func nothingOfOtherProgramsIsShownBeforeThePasscode() throws {
        let window = try opened()
        let app = window.app
        _ = try app.find("label", "Your Passcode, Please")
        #expect(!app.everythingSaid.contains("wiki"))
        #expect(app.unnamed == [])
        try app.type("not that one", into: "Passcode")
        try app.desktop.press("Return")
        _ = try app.find(
            "label", where: { $0.says?.contains("passcode") == true && $0.says?.contains("wrong") == true })
        try app.type(KeychainsWindow.passcode, into: "Passcode")
        #expect(!app.everythingSaid.contains(KeychainsWindow.passcode))
        try app.desktop.press("Return")
        _ = try app.find("list item", "The Wiki, lee, wiki.example, Password")
    }

    @Test func aLockTakesTheItemsAwayAndThePasscodeBringsThemBack() throws {
        let window = try opened()
        let app = window.app
        try app.type(KeychainsWindow.passcode, into: "Passcode")
        try app.desktop.press("Return")
        try window.select("The Wiki")
        try app.press("Lock This Device")
        _ = try app.find("label", "The Keychain Is Locked")
        #expect(!app.everythingSaid.contains("wiki"))
        try app.type(KeychainsWindow.passcode, into: "Passcode")
        try app.desktop.press("Return")
        _ = try app.find("list item", "The Wiki, lee, wiki.example, Password")
        // By another program.
        try window.stage.chatelaine("lock")
        _ = try app.find("label", "The Keychain Is Locked")
    }

    @Test func aSecretIsShownAfterAProof() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        let app = window.app
        try window.select("mail.example")
        _ = try app.find("label", "••••••••")
        #expect(!app.everythingSaid.contains("correct horse"))
        // Without a passcode there is nothing to prove.
        try app.press("Reveal the password")
        _ = try app.find("label", "correct horse")
        try app.press("Conceal the password")
        try app.waitUntilGone("label", "correct horse")
        try app.desktop.press("ctrl+c")
        try Desktop.wait(for: "a password") { try app.desktop.pasted() == "correct horse" ? () : nil }
        // With one there is.
        try KeychainsWindow.setPasscode(window.stage)
        _ = try app.find("label", "Your Passcode, Please")
    }

    @Test func portableKeychainIsLockedAndUnlockedByItsButton() throws {
        let window = try KeychainsWindow(hasAgent: false) { stage in
            try stage.chatelaine("security", "create-keychain", "-p", "open sesame", "build.keychain")
        }
        let app = window.app
        try app.press("Unlock build")
        _ = try app.find("label", "The Keychain Is Locked")
        try app.type("open sesame", into: "Password of the keychain")
        try app.press("Unlock")
        _ = try app.find("label", "No Items Yet")
        try app.press("Lock build")
        _ = try app.find("label", "The Keychain Is Locked")
    }
}
