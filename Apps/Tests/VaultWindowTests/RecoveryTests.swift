import AppTesting
import Foundation
import Testing

/// The recovery key: for a forgotten master password, on paper and in a file.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct RecoveryTests {
    private static let new = "nine patient pelicans"

    /// Makes a key by the command line.
    private static func key(on stage: Stage) throws -> String {
        try stage.vault("add", "My Bank", "username=maria", "--no-secret")
        return try stage.vault("recovery", "make", "--json").matches(of: #/([A-Z2-9]{4}-){6}[A-Z2-9]{4}/#).first
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
        let (_, status) = try StartedProcess.run(
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
        _ = try window.app.find("label", "Your recovery key")
        #expect(!window.app.everythingSaid.contains(key))
        try window.app.press("Skip")
        _ = try window.app.find("list item", "My Bank, maria")
        try checkThatItOpens(window.stage, Self.new, true)
        try checkThatItOpens(window.stage, Stage.password, false)
    }

    @Test func throughTheAgentAsWell() throws {
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

    @Test func aWrongKeyIsSaidAndChangesNothing() throws {
        let (window, key) = try opened()
        let other = try Stage(startsAgent: false)
        try other.makeVault()
        let othersKey = try Self.key(on: other)
        try fill(window, "ABCD-EFGH", Self.new)
        _ = try window.app.find("label", "That is no recovery key. Type its 28 letters and digits again.")
        try fill(window, othersKey, Self.new)
        _ = try window.app.find(
            "label", "That is not the recovery key of this vault. Use the one that was made last.")
        try fill(window, key, Self.new, again: "another one")
        _ = try window.app.find("label", "The two are not the same.")
        #expect(!window.app.everythingSaid.contains(key))
        try checkThatItOpens(window.stage, Stage.password, true)
    }

    @Test func aWeakNewMasterPasswordIsNotTaken() throws {
        let (window, key) = try opened()
        try fill(window, key, "password")
        _ = try window.app.find("label", "This is guessed at once. Choose another.")
        try checkThatItOpens(window.stage, Stage.password, true)
    }
}
