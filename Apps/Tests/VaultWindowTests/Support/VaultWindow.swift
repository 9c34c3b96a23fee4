import AppTesting
import Foundation

/// The window of the password manager on a stage of its own.
@MainActor struct VaultWindow {
    let stage: Stage
    let app: RunningApp

    /// - Parameters:
    ///   - stage: nil: one without an agent.
    ///   - width: of the window, in pixels.
    ///   - settings: further ones that the window finds.
    ///   - hasVault: whether there is a vault already.
    ///   - prepare: runs before the window opens.
    init(
        _ stage: Stage? = nil, width: Int = 1100, settings: [String: Any] = [:], hasVault: Bool = true,
        variables: [String: String] = [:], prepare: (Stage) throws -> Void = { _ in }
    ) throws {
        let stage = try stage ?? Stage(startsAgent: false)
        if hasVault { try stage.makeVault() }
        try prepare(stage)
        try Self.write(settings.merging(["width": width, "height": 760]) { one, _ in one }, stage)
        let path = try stage.install("VaultWindow", named: "chatelaine-passwords")
        self.stage = stage
        app = try RunningApp([path], variables: stage.variables.merging(variables) { $1 }, directory: stage.home)
    }

    private static func write(_ settings: [String: Any], _ stage: Stage) throws {
        let directory = stage.home + "/config/chatelaine"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let data = try JSONSerialization.data(withJSONObject: settings)
        try data.write(to: URL(fileURLWithPath: directory + "/passwords.json"))
    }

    /// Types the master password, and waits until the list is there.
    func unlock(_ password: String = Stage.password) throws {
        try app.type(password, into: "Master password")
        try app.desktop.press("Return")
        // An empty vault has no list, but something to search with.
        try app.find("entry", where: { $0.name.hasPrefix("Search") })
    }

    /// Opens the settings, by the menu.
    func showSettings() throws {
        try app.focus("Main menu")
        try app.find("menu item", "Settings").press()
        _ = try app.find("frame", "Settings")
    }

    /// Presses an entry of the menu of the item that is shown.
    func choose(_ name: String) throws {
        try app.focus("More about this item")
        try app.find("menu item", name).press()
    }

    /// Says in the desktop's window which file is meant.
    func answerChooser(_ title: String, _ path: String) throws {
        _ = try app.find(nil, title)
        try app.takeKeys()
        // Where a file is looked for a path is typed after these keys; where one is saved, into the name.
        if !title.hasPrefix("Save") { try app.desktop.press("ctrl+l") }
        try app.desktop.press("ctrl+a")
        try app.desktop.type(path)
        try app.desktop.press("Return")
    }

    /// Selects an item of the list.
    func select(_ title: String) throws {
        let row = try app.find("list item", where: { $0.name.hasPrefix(title + ",") })
        let frame = row.frame
        try app.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
    }

    /// The names of the items that the list shows.
    var titles: [String] {
        app.tree?.shown.filter { $0.role == "list item" && $0.isShowing && $0.name.contains(", ") }.map(\.name) ?? []
    }

    /// A field of an item, as the vault has it.
    func stored(_ item: String, _ field: String) throws -> String {
        try stage.vault("show", item, "--field", field).trimmingCharacters(in: .newlines)
    }
}
