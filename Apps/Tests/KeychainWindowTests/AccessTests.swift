import AppTesting
import Foundation
import Testing

/// Who may use an item, and who has.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct AccessTests {
    private static let program = URL(fileURLWithPath: "/usr/bin/find").resolvingSymlinksInPath().path

    /// What the rows of a part of the item say, once one of them is there.
    private func rows(_ part: String, with label: String, _ app: RunningApp) throws -> [String] {
        _ = try app.find("label", label)
        return try app.find("list", part).shown.filter { $0.role == "label" }.compactMap(\.says)
    }

    @Test func programsAndUsesOfAnItemAreShown() throws {
        let window = try KeychainsWindow { stage in
            try KeychainsWindow.store(stage)
            _ = try stage.chatelaine("apps", "share", "com.example.wiki", Self.program)
            try stage.chatelaine("get", "wiki.example", "lee")
        }
        let app = window.app
        try window.select("The Wiki")
        let programs = try rows("Who May Use It", with: Self.program, app)
        #expect(Array(programs.prefix(2)) == [Self.program, "Shared with it"])
        let commandLine = "\(window.stage.prefix)/bin/chatelaine"
        let uses = try rows("Who Has Used It", with: commandLine, app)
        #expect(uses.contains(commandLine) && uses.contains { $0.hasPrefix("add, ") })
        #expect(uses.contains { $0.hasPrefix("search, ") })
        let access = try rows("Access", with: "While unlocked", app)
        #expect(access.contains("com.example.wiki"))
    }

    /// Waits for what the agent says: to look through the window may take longer than the offer to undo lasts.
    private func wait(untilShared isShared: Bool, _ window: KeychainsWindow) throws {
        let line = "\(Self.program)\tsystem\tcom.example.wiki (shared)"
        try Desktop.wait(for: "a change of what the program may use") {
            try window.stage.chatelaine("apps", "list").contains(line) == isShared ? () : nil
        }
    }

    @Test func anAddedProgramIsUndone() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        let app = window.app
        try window.select("The Wiki")
        try app.press("Add a Program…")
        try window.answerChooser("Choose the Program", Self.program)
        try wait(untilShared: true, window)
        try app.desktop.press("ctrl+z")
        try wait(untilShared: false, window)
        try app.waitUntilGone("label", Self.program)
        #expect(app.unnamed == [])
    }

    @Test func aRemovedProgramIsUndone() throws {
        let window = try KeychainsWindow { stage in
            try KeychainsWindow.store(stage)
            _ = try stage.chatelaine("apps", "share", "com.example.wiki", Self.program)
        }
        let app = window.app
        try window.select("The Wiki")
        try app.press("Remove \(Self.program)")
        try wait(untilShared: false, window)
        try app.desktop.press("ctrl+z")
        try wait(untilShared: true, window)
        _ = try app.find("label", Self.program)
        #expect(app.unnamed == [])
    }

    /// Of a script the agent sees the interpreter alone.
    @Test func aScriptIsNotAdded() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        let script = window.stage.home + "/script"
        try "#!/bin/sh\n".write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        try window.select("The Wiki")
        try window.app.press("Add a Program…")
        try window.answerChooser("Choose the Program", script)
        _ = try window.app.find("label", "That is no program: choose an executable, and no script.")
        #expect(try !window.stage.chatelaine("apps", "list").contains("(shared)"))
    }

    @Test func aPasscodeIsAskedForBeforeAProgramIsAdded() throws {
        let window = try KeychainsWindow(prepare: KeychainsWindow.store)
        let app = window.app
        try KeychainsWindow.setPasscode(window.stage)
        try app.type(KeychainsWindow.passcode, into: "Passcode")
        try app.desktop.press("Return")
        try window.select("The Wiki")
        // The passcode that was just typed counts for a minute; a lock ends that.
        try app.press("Lock This Device")
        _ = try app.find("label", "The Keychain Is Locked")
        try window.stage.chatelaine("unlock", "--stdin", input: KeychainsWindow.passcode + "\n")
        _ = try app.find("label", "Your Passcode, Please")
        #expect(!app.everythingSaid.contains(Self.program))
    }

    /// In a portable keychain the access lists of the item say it.
    @Test func aPortableKeychainsItemNamesPrograms() throws {
        let window = try KeychainsWindow { stage in
            try stage.chatelaine("security", "create-keychain", "-p", "open sesame", "build.keychain")
            try stage.chatelaine("security", "unlock-keychain", "-p", "open sesame", "build.keychain")
            try stage.chatelaine(
                "security", "add-generic-password", "-a", "kim", "-s", "ci.example", "-w", "hunter2", "build.keychain")
        }
        let app = window.app
        try app.press("Unlock build")
        try app.type("open sesame", into: "Password of the keychain")
        try app.press("Unlock")
        try window.select("ci.example")
        try app.press("Add a Program…")
        try window.answerChooser("Choose the Program", Self.program)
        let programs = try rows("Who May Use It", with: Self.program, app)
        #expect(programs.contains("By an access list of the item, while the keychain is unlocked"))
        try app.press("Remove \(Self.program)")
        try app.waitUntilGone("label", Self.program)
        try app.desktop.press("ctrl+z")
        _ = try app.find("label", Self.program)
    }
}
