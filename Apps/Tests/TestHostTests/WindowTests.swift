import AppTesting
import Testing

/// A program with an empty window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct WindowTests {
    @Test func anEmptyWindowIsShown() throws {
        let stage = try Stage(startsAgent: false)
        let app = try stage.open("TestHost")
        #expect(try app.find("frame").name == "TestHost")
        // Nothing but the buttons of the window itself.
        let names = app.tree?.shown.filter(\.isFocusable).map(\.name) ?? []
        #expect(names.allSatisfy { ["TestHost", "Minimize", "Maximize", "Close"].contains($0) }, "\(names)")
        #expect(app.log.isEmpty)
    }
}
