import AppTesting
import Foundation
import Testing

/// The recovery key: for a forgotten master password, on paper and in a file.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct RecoveryTests {
    private static let new = "nine patient pelicans"

    /// Makes a key by the command line.
    private static func key(on stage: Stage) throws -> String {
        try stage.vault("add", "My Bank", "username=maria", "--no-secret")
        return try stage.vault("recovery", "make", "--yes", "--json").matches(of: #/([A-Z2-9]{4}-){6}[A-Z2-9]{4}/#)
            .first
            .map { String($0.output.0) } ?? ""
    }

    private func fill(_ window: VaultWindow, _ key: String, _ password: String, again: String? = nil) throws {
        try window.app.type(key, into: "Recovery key")
        try window.app.type(password, into: "New master password")
        try window.app.type(again ?? password, into: "New master password again")
        try window.app.press("Set and Unlock")
    }

    private func opened(_ stage: Stage? = nil) throws -> (window: VaultWindow, key: String) {
        var key = ""
        let window = try VaultWindow(stage, settings: ["autoLock": 0]) { key = try Self.key(on: $0) }
        try window.app.press("Use the Recovery Key…")
        _ = try window.app.find("frame", "Recovery Key")
        return (window, key)
    }

    private func checkThatItOpens(_ stage: Stage, _ password: String, _ opens: Bool) throws {
        let (_, status) = try ChildProcess.run(
            ["\(stage.prefix)/bin/chatelaine", "vault", "list", "--password-stdin"], variables: stage.variables,
            input: password + "\n")
        #expect((status == 0) == opens)
    }

    @Test func aForgottenMasterPasswordIsReplacedAndANewKeyIsOffered() throws {
        let (window, key) = try opened()
        #expect(window.app.unnamed == [])
        // As people type it.
        try fill(window, key.lowercased().replacing("-", with: " "), Self.new)
        // The old one is used up.
        _ = try window.app.find("label", "Your Recovery Key")
        #expect(!window.app.everythingSaid.contains(key))
        try window.app.press("Skip")
        _ = try window.app.find("list item", "My Bank, maria")
        try checkThatItOpens(window.stage, Self.new, true)
        try checkThatItOpens(window.stage, Stage.password, false)
    }

    @Test func masterPasswordIsReplacedThroughTheAgent() throws {
        let stage = try Stage(startsAgent: false)
        try stage.install("VaultWindow", named: "chatelaine-passwords")
        try stage.startAgent()
        let (window, key) = try opened(stage)
        try fill(window, key, Self.new)
        try window.app.press("Skip")
        _ = try window.app.find("list item", "My Bank, maria")
        try checkThatItOpens(stage, Self.new, true)
        try checkThatItOpens(stage, Stage.password, false)
    }

    @Test func wrongKeyIsReportedAndChangesNothing() throws {
        let (window, key) = try opened()
        let other = try Stage(startsAgent: false)
        try other.makeVault()
        let othersKey = try Self.key(on: other)
        try fill(window, "ABCD-EFGH", Self.new)
        _ = try window.app.find("label", "This is not a recovery key. Type its 28 letters and digits again.")
        try fill(window, othersKey, Self.new)
        _ = try window.app.find(
            "label", "This is not the recovery key of this vault. Use the latest one.")
        try fill(window, key, Self.new, again: "another one")
        _ = try window.app.find("label", "The passwords do not match.")
        #expect(!window.app.everythingSaid.contains(key))
        try checkThatItOpens(window.stage, Stage.password, true)
    }

    @Test func aWeakNewMasterPasswordIsNotTaken() throws {
        let (window, key) = try opened()
        try fill(window, key, "password")
        _ = try window.app.find("label", "This password is easy to guess. Choose another.")
        try checkThatItOpens(window.stage, Stage.password, true)
    }

    // MARK: - On paper and in a file

    private func shownKey() throws -> (window: VaultWindow, key: String) {
        let window = try VaultWindow(settings: ["autoLock": 0])
        try window.unlock()
        try window.showSettings()
        try window.app.press("Make a new recovery key")
        try window.app.press("Make")
        let label = try window.app.find(
            "label", where: { $0.says?.wholeMatch(of: #/([A-Z2-9]{4}-){6}[A-Z2-9]{4}/#) != nil })
        return (window, try #require(label.says))
    }

    @Test func theKeyIsSavedForItsOwnerAlone() throws {
        let (window, key) = try shownKey()
        let path = window.stage.home + "/key.txt"
        try window.app.press("Save…")
        try window.answerChooser("Save the recovery key", path)
        let text = try Desktop.wait(for: "a file") { () -> String? in
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            return text?.contains(key) == true ? text : nil
        }
        #expect(text.hasPrefix("Recovery key of a Chatelaine vault\n"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // It is this vault's, once it is confirmed.
        #expect(try use(key, on: window.stage) == 51)
        try confirm(key, in: window)
        #expect(try use(key, on: window.stage) == 0)
        try checkThatItOpens(window.stage, Self.new, true)
    }

    private func use(_ key: String, on stage: Stage) throws -> Int32 {
        try ChildProcess.run(
            ["\(stage.prefix)/bin/chatelaine", "vault", "recovery", "use", "--stdin"], variables: stage.variables,
            input: key + "\n" + Self.new + "\n"
        ).1
    }

    private func confirm(_ key: String, in window: VaultWindow) throws {
        try window.app.press("Continue")
        _ = try window.app.find("label", "Check Your Copy")
        for (index, group) in key.split(separator: "-").enumerated()
        where window.app.look(nil, "Group \(index + 1)") != nil {
            try window.app.type(String(group), into: "Group \(index + 1)")
        }
        try window.app.press("Confirm")
        _ = try Desktop.wait(for: "the end of the page") {
            window.app.look("label", "Check Your Copy") == nil ? true : nil
        }
    }

    /// The printer of GTK's that writes files stands for one with paper.
    @Test func theKeyIsPrinted() throws {
        let (window, _) = try shownKey()
        try window.app.press("Print…")
        _ = try window.app.find(nil, "Print")
        try window.app.takeKeys()
        let printer = try window.app.find(nil, where: { $0.name == "Print to File" || $0.says == "Print to File" })
        let frame = printer.frame
        try window.app.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
        // The printer's default location.
        let path = FileManager.default.currentDirectoryPath + "/output.pdf"
        try? FileManager.default.removeItem(atPath: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try window.app.find("push button", "_Print Print", where: \.isEnabled).press()
        let paper = try Desktop.wait(for: "paper") { () -> Data? in
            let data = try? Data(contentsOf: URL(fileURLWithPath: path))
            return data?.suffix(8).contains(UInt8(ascii: "%")) == true ? data : nil
        }
        #expect(paper.starts(with: Data("%PDF".utf8)))
    }
}
