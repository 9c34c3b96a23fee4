import AppTesting
import Testing

/// A finger in a sheet, in place of the master password.
@Suite(.serialized, .enabled(if: Stage.isPossible && VirtualReader.isPossible)) @MainActor struct FingerprintTests {
    private let bank = "https://bank.example"

    /// An agent with a vault that a finger unlocks: the window of the vault has allowed it.
    private func stage() throws -> (Stage, VirtualReader) {
        let stage = try Stage(reader: true, startsAgent: false)
        try stage.install("VaultWindow", named: "chatelaine-passwords")
        try stage.startAgent()
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.vault("add", "Bank", "username=alice", "website=\(bank)", input: "correct horse\n")
        let reader = try #require(stage.reader)
        try reader.enroll("\(stage.prefix)/bin/chatelaine", variables: stage.variables)
        let window = try RunningApp(
            ["\(stage.prefix)/libexec/chatelaine/chatelaine-passwords"], variables: stage.variables,
            directory: stage.home)
        try window.type(Stage.password, into: "Master password")
        try window.desktop.press("Return")
        _ = try window.find("entry", where: { $0.name.hasPrefix("Search") })
        try window.desktop.press("ctrl+comma")
        try window.find(
            "check box", "Unlock with a finger for 14 days after the master password", where: \.isEnabled
        ).press()
        try window.type(Stage.password, into: "Current master password")
        try window.press("Allow")
        _ = try window.find("label", "Your fingerprint now unlocks the vault")
        window.end()
        try stage.startPrompter()
        return (stage, reader)
    }

    @Test func fingerUnlocksTheSheet() throws {
        let (stage, reader) = try stage()
        try stage.chatelaine("vault", "lock")
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        try sheet.press("Use Fingerprint")
        _ = try sheet.find("label", "Touch the fingerprint reader.")
        #expect(sheet.unnamed.isEmpty)
        try reader.send("SCAN f2")
        _ = try sheet.find("label", where: { $0.says?.contains("finger is not enrolled") == true })
        try sheet.press("Use Fingerprint")
        try reader.send("SCAN f1")
        _ = try sheet.find("list item", "Bank, alice")
        try stage.pickFirst(in: sheet)
        #expect(try program.answer() == ["url_string": bank, "username": "alice", "password": "correct horse"])
    }

    @Test func cancelWhileTheReaderWaitsIsAnAnswer() throws {
        let (stage, _) = try stage()
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        try sheet.press("Use Fingerprint")
        _ = try sheet.find("label", "Touch the fingerprint reader.")
        try sheet.press("Cancel")
        #expect(try program.answer() == ["error": "0"])
        try stage.waitUntilNoSheet()
    }
}
