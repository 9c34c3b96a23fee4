import AppTesting
import Testing

/// What people hear who do not see the window, and where keys go.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct AccessibilityTests {
    /// Everything that keys can go to says what it does.
    private func hasNames(_ house: House) throws {
        for node in house.app.tree?.shown ?? [] where node.isFocusable && node.isShowing && node.frame.width > 0 {
            let words = node.name.isEmpty ? node.says ?? "" : node.name
            // What scrolls has the focus for the sake of its content.
            guard node.role != "frame", node.role != "scroll pane" else { continue }
            #expect(!words.isEmpty && !words.hasPrefix("Gtk") && !words.hasPrefix("Adw"), "\(node.outline)")
        }
    }

    @Test func everythingHasAName() throws {
        let house = try House()
        try house.dialog("Setup Credentials")
        try hasNames(house)
        try house.setUp()
        try hasNames(house)
        try house.add("A sledge for Noel")
        try hasNames(house)
        try house.app.press("New Present")
        _ = try house.app.find("text", "Details of the present")
        try hasNames(house)
        try house.app.press("Cancel")
        try house.open("A sledge for Noel")
        try hasNames(house)
        try house.share()
        _ = try house.app.find("push button", "Copy")
        try hasNames(house)
    }

    @Test func keysAloneAreEnough() throws {
        let house = try House()
        try house.dialog("Setup Credentials")
        _ = try house.app.find("push button", "Done", where: \.isEnabled)
        try house.app.desktop.type("holly")
        try house.app.desktop.press("Return")
        try house.app.desktop.type(House.pin)
        try house.app.desktop.press("Return")
        try house.list()
        try house.app.desktop.press("ctrl+n")
        _ = try house.app.find("text", "Details of the present", where: \.hasFocus)
        try house.app.desktop.type("Skates")
        try house.app.desktop.press("Tab", "Tab", "Tab", "Tab")
        try house.app.desktop.press("Escape")
        try house.list()
        try house.app.desktop.press("ctrl+question")
        _ = try house.app.find(nil, "Close the list, and ask for the password", where: { $0.role == "label" })
    }
}
