import AppTesting
import Testing

/// How many panes there are, by the width of the window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct PaneTests {
    private func opened(width: Int) throws -> VaultWindow {
        let window = try VaultWindow(width: width, settings: ["autoLock": 0]) {
            try $0.vault("add", "My Bank", "username=maria", "--no-secret")
        }
        try window.unlock()
        _ = try window.app.find("list item", "My Bank, maria")
        return window
    }

    /// Which panes can be seen: by what each has that a click would get to.
    private func panes(_ window: VaultWindow) -> [String] {
        [("list", "Categories"), ("list", "Items"), ("push button", "Edit")].filter { role, name in
            window.app.look(role, name, where: \.isHit) != nil
        }.map(\.1)
    }

    private func expect(_ wanted: [String], in window: VaultWindow) throws {
        try Desktop.wait(for: "\(wanted), not \(panes(window))") { panes(window) == wanted ? () : nil }
    }

    @Test func threePanesBecomeTwoAndThenOne() throws {
        let window = try opened(width: 1100)
        try window.select("My Bank")
        try expect(["Categories", "Items", "Edit"], in: window)
        try window.app.resize(width: 735, height: 700)
        try expect(["Categories", "Items", "Edit"], in: window)
        try window.app.resize(width: 715, height: 700)
        try expect(["Items", "Edit"], in: window)
        try window.app.resize(width: 515, height: 700)
        try expect(["Items", "Edit"], in: window)
        try window.app.resize(width: 495, height: 700)
        try Desktop.wait(for: "one pane, not \(panes(window))") { panes(window).count == 1 ? () : nil }
        try window.app.resize(width: 1100, height: 700)
        try expect(["Categories", "Items", "Edit"], in: window)
    }

    @Test func singlePaneNavigatesForwardAndBack() throws {
        let window = try opened(width: 420)
        try expect(["Items"], in: window)
        try window.select("My Bank")
        try expect(["Edit"], in: window)
        #expect(window.app.unnamed == [])
        try window.app.press("List")
        try expect(["Items"], in: window)
        try window.app.press("Categories")
        try expect(["Categories"], in: window)
        let logins = try window.app.find("list item", "Logins, 1").frame
        try window.app.click(logins.x + logins.width / 2, logins.y + logins.height / 2)
        try expect(["Items"], in: window)
    }
}
