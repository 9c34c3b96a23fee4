import AppTesting
import Testing

/// Who may use an item, and who has.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct AccessTests {
    @Test func programsAndUsesOfAnItemAreShown() throws {
        let window = try KeychainsWindow { stage in
            try KeychainsWindow.store(stage)
            _ = try stage.chatelaine("apps", "share", "com.example.wiki", "/usr/bin/find")
            try stage.chatelaine("get", "wiki.example", "lee")
        }
        let app = window.app
        try window.select("The Wiki")
        _ = try app.find("label", "/usr/bin/find")
        _ = try app.find("label", "Shared with it")
        _ = try app.find("label", "\(window.stage.prefix)/bin/chatelaine")
        _ = try app.find("label", "While unlocked")
        _ = try app.find("label", where: { $0.says?.hasPrefix("add, ") == true })
    }
}
