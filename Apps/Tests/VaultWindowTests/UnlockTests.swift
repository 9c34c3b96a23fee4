import AppTesting
import Testing

/// Opening the vault and closing it.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct UnlockTests {
    private static let bank: (Stage) throws -> Void = { stage in
        try stage.vault(
            "add", "My Bank", "username=maria", "website=https://bank.example", "--secret", "password",
            input: "tr0ub4dor\n")
    }

    @Test func wrongMasterPasswordIsReportedAndTheFieldIsCleared() throws {
        let window = try VaultWindow(prepare: Self.bank)
        try window.app.type("not that one", into: "Master password")
        #expect(!window.app.everythingSaid.contains("not that one"))
        try window.app.desktop.press("Return")
        _ = try window.app.find("label", "That is not the master password. Try again.")
        #expect(!window.app.everythingSaid.contains("My Bank"))
        try window.unlock()
        _ = try window.app.find("list item", "My Bank, maria")
    }

    @Test func searchHasTheFocusAndArrowsGoIntoTheList() throws {
        let window = try VaultWindow(prepare: Self.bank)
        try window.unlock()
        _ = try window.app.find("list item", "My Bank, maria")
        try window.app.desktop.type("bank")
        try window.app.desktop.press("Down")
        _ = try window.app.find(nil, "Copy password")
        try window.app.desktop.press("ctrl+f")
        try window.app.desktop.type("zzz")
        _ = try window.app.find("label", "No Match")
        try window.app.press("Clear Search")
        _ = try window.app.find("list item", "My Bank, maria")
    }

    @Test func lockingTakesEverythingOffTheScreenAndTheClipboard() throws {
        let window = try VaultWindow(prepare: Self.bank)
        try window.unlock()
        try window.select("My Bank")
        _ = try window.app.find(nil, "Copy password")
        try window.app.desktop.press("ctrl+c")
        try Desktop.wait(for: "a copy") { try window.app.desktop.pasted() == "tr0ub4dor" ? () : nil }
        try window.app.desktop.press("ctrl+l")
        _ = try window.app.find(nil, "Master password")
        #expect(!window.app.everythingSaid.contains("My Bank"))
        #expect(!window.app.everythingSaid.contains("maria"))
        try Desktop.wait(for: "an empty clipboard") { try window.app.desktop.pasted() != "tr0ub4dor" ? () : nil }
    }

    @Test func locksWithTheScreenAndAfterSomeTime() throws {
        let session = try FakeSession()
        let window = try VaultWindow(settings: ["autoLock": 0], prepare: Self.bank)
        try window.unlock()
        _ = try window.app.find("list item", "My Bank, maria")
        session.lockScreen()
        _ = try window.app.find(nil, "Master password")
    }

    @Test func locksBeforeTheMachineSleeps() throws {
        let session = try FakeSession()
        let window = try VaultWindow(
            settings: ["autoLock": 0], variables: ["DBUS_SYSTEM_BUS_ADDRESS": session.address], prepare: Self.bank)
        try window.unlock()
        _ = try window.app.find("list item", "My Bank, maria")
        session.fallAsleep()
        _ = try window.app.find(nil, "Master password")
    }

    @Test func changesThatWereNotSavedSurviveALockByTime() throws {
        // Seconds: what is typed here takes a while.
        let window = try VaultWindow(settings: ["autoLock": 12], prepare: Self.bank)
        try window.unlock()
        try window.select("My Bank")
        try window.app.press("Edit")
        try window.app.enter("maria.new", into: "username")
        try window.app.type("a new secret", into: "password")
        _ = try window.app.find(nil, "Master password")
        #expect(!window.app.everythingSaid.contains("maria.new"))
        #expect(try window.stored("My Bank", "username") == "maria")
        try window.unlock()
        try window.app.press("Save")
        _ = try window.app.find("label", "maria.new")
        #expect(try window.stored("My Bank", "username") == "maria.new")
        #expect(try window.stored("My Bank", "password") == "a new secret")
    }
}
