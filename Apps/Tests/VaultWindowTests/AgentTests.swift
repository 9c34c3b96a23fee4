import AppTesting
import Testing

/// With an agent, which has the vaults.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct AgentTests {
    /// The agent knows the programs that were installed when it started.
    private static func stage() throws -> Stage {
        let stage = try Stage(startsAgent: false)
        try stage.install("VaultWindow", named: "chatelaine-passwords")
        try stage.startAgent()
        return stage
    }

    @Test func itemsAreReadAndChangedThroughTheAgent() throws {
        let stage = try Self.stage()
        let window = try VaultWindow(stage, settings: ["autoLock": 0]) {
            try $0.vault("add", "My Bank", "username=maria", "--no-secret")
        }
        try window.unlock()
        try window.select("My Bank")
        try window.app.press("Edit")
        try window.app.enter("tiger", into: "username")
        try window.app.press("Save")
        _ = try window.app.find("list item", "My Bank, tiger")
        #expect(try window.stored("My Bank", "username") == "tiger")
        try stage.chatelaine("vault", "lock")
        _ = try window.app.find(nil, "Master password")
    }

    @Test func anAgentThatHasEndedCanBeStarted() throws {
        let stage = try Self.stage()
        let window = try VaultWindow(stage, settings: ["autoLock": 0])
        try window.unlock()
        stage.killAgent()
        _ = try window.app.find("label", "The Agent Is Not Running")
        try window.app.press("Start")
        _ = try window.app.find(nil, "Master password")
        try window.unlock()
    }
}
