import AppTesting
import Foundation
import Testing

/// What programs may use, as the agent has it, and how it is taken back in the window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ProgramsTests {
    /// A program of the system's that keeps nothing by itself.
    private static let program = URL(fileURLWithPath: "/bin/ls").resolvingSymlinksInPath().path

    /// With an agent, which knows the programs that were installed when it started.
    private static func opened(_ prepare: (Stage) throws -> Void = { _ in }) throws -> VaultWindow {
        let stage = try Stage(startsAgent: false)
        try stage.install("VaultWindow", named: "chatelaine-passwords")
        try stage.startAgent()
        let window = try VaultWindow(stage, settings: ["autoLock": 0], prepare: prepare)
        try window.showPrograms()
        return window
    }

    @Test func aProgramIsShownWithWhatItMayUse() throws {
        let window = try Self.opened { stage in
            try stage.chatelaine("apps", "owner", "tools", Self.program)
            try stage.chatelaine("apps", "share", "com.example.mail", Self.program)
        }
        _ = try window.app.find("label", "ls")
        _ = try window.app.find("label", "\(Self.program) (only root can change it)")
        _ = try window.app.find("label", "keychain group “tools”")
        _ = try window.app.find("label", where: { $0.says?.hasPrefix("Its own, since ") == true })
        _ = try window.app.find("label", "keychain group “com.example.mail”")
        _ = try window.app.find("label", where: { $0.says?.hasPrefix("Shared with it, since ") == true })
        // Its own group was not granted.
        #expect(window.app.look(nil, "Revoke keychain group “tools”, of ls") == nil)
        #expect(window.app.unnamed == [])
    }

    @Test func revokedGrantIsNoLongerInForce() throws {
        let window = try Self.opened { try $0.chatelaine("apps", "share", "com.example.mail", Self.program) }
        try window.app.press("Revoke keychain group “com.example.mail”, of ls")
        try window.app.press("Cancel")
        #expect(try window.stage.chatelaine("apps", "list").contains("com.example.mail (shared)"))
        try window.app.press("Revoke keychain group “com.example.mail”, of ls")
        try window.app.press("Revoke")
        _ = try window.app.find("label", "Revoked: keychain group “com.example.mail”, of ls")
        try window.app.waitUntilGone("label", "keychain group “com.example.mail”")
        #expect(try !window.stage.chatelaine("apps", "list").contains("com.example.mail"))
    }

    @Test func registeredGroupsAreTakenBackWithTheRegistration() throws {
        let window = try Self.opened { stage in
            let other = URL(fileURLWithPath: "/bin/cat").resolvingSymlinksInPath().path
            try stage.chatelaine("apps", "owner", "papers", other)
            try stage.chatelaine("apps", "add", Self.program, "papers")
        }
        try window.app.press("Revoke keychain group “papers”, of ls")
        try window.app.press("Revoke")
        try window.app.waitUntilGone("label", "ls")
        // The owner's stays.
        _ = try window.app.find("label", "cat")
        #expect(try !window.stage.chatelaine("apps", "list").contains(Self.program))
    }

    /// Where the keychain has a passcode, the master password that was typed into the window does.
    @Test func vaultGrantIsRevoked() throws {
        var tool = ""
        let window = try Self.opened { stage in
            try stage.chatelaine("passcode", "set", "--stdin", input: "4711\n")
            // A copy is another program; a link to the same file is not.
            tool = stage.prefix + "/bin/tool"
            try ChildProcess.run(["install", "-m", "755", "--", stage.prefix + "/bin/chatelaine", tool])
            try Self.allow(tool, on: stage)
        }
        try window.app.press("Revoke vault “personal”, of tool")
        try window.app.press("Revoke")
        try window.app.waitUntilGone("label", "vault “personal”")
        let listed = try window.stage.chatelaine("apps", "list", "--passcode-stdin", input: "4711\n")
        // It keeps what is its own.
        #expect(listed.contains(tool))
        #expect(!listed.contains("vault:personal"))
    }

    /// Has a program ask for the vault, and allows it for ever.
    private static func allow(_ tool: String, on stage: Stage) throws {
        let asking = try ChildProcess(
            [tool, "vault", "list", "--vault", "personal"], variables: stage.variables, output: .inherited,
            leadsSession: true)
        defer { asking.end() }
        let number = try Desktop.wait(for: "a question") {
            try stage.chatelaine("approve").split(separator: "\t").first.map(String.init)
        }
        try stage.chatelaine("approve", number, "--always", "--passcode-stdin", input: "4711\n")
        let listed = try stage.chatelaine("apps", "list", "--passcode-stdin", input: "4711\n")
        guard listed.contains("vault:personal (allowed)") else { throw TestFailure("not allowed: \(listed)") }
    }

    /// The password manager's own groups are not listed: they were not granted.
    @Test func emptyListShowsAPlaceholder() throws {
        let window = try Self.opened()
        _ = try window.app.find("label", "No Programs Yet")
        #expect(try window.stage.chatelaine("apps", "list").contains("chatelaine-passwords"))
        #expect(window.app.unnamed == [])
    }

    @Test func missingAgentIsReported() throws {
        let window = try VaultWindow(settings: ["autoLock": 0])
        try window.showPrograms()
        _ = try window.app.find("label", "The Agent Is Not Running")
    }

    @Test func lockingTakesTheProgramsOffTheScreen() throws {
        let window = try Self.opened { try $0.chatelaine("apps", "share", "com.example.mail", Self.program) }
        _ = try window.app.find("label", "keychain group “com.example.mail”")
        try window.stage.chatelaine("vault", "lock")
        _ = try window.app.find(nil, "Master password")
        #expect(!window.app.everythingSaid.contains("com.example.mail"))
    }
}

extension VaultWindow {
    /// Opens the settings of the vault's window, and the list of programs in them.
    fileprivate func showPrograms() throws {
        try unlock()
        try showSettings()
        try app.press("Show what programs may use")
        _ = try app.find("frame", "Programs")
    }
}
