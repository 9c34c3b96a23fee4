import AppTesting
import Testing

/// A program with an empty window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct WindowTests {
    @Test func windowIsShown() throws {
        let stage = try Stage()
        let app = try stage.open("TestHost")
        let window = try app.find("frame")
        #expect(window.name == "TestHost")
        print(app.tree?.outline ?? "", app.log)
    }
}
