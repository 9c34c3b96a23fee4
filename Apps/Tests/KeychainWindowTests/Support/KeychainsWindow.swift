import AppTesting
import Foundation

/// The window of the keychains on a stage of its own.
@MainActor struct KeychainsWindow {
    static let passcode = "four silly words"
    let stage: Stage
    let app: RunningApp

    /// - Parameters:
    ///   - hasAgent: whether an agent serves the keychain.
    ///   - name: of the program: another one is not the window for the agent.
    ///   - prepare: runs before the window opens.
    init(
        hasAgent: Bool = true, named name: String = "chatelaine-keychains",
        size: (width: Int, height: Int) = (1100, 900),
        prepare: (Stage) throws -> Void = { _ in }
    ) throws {
        let stage = try Stage(startsAgent: false)
        let path = try stage.install("KeychainWindow", named: name)
        // The agent knows the programs that are installed when it starts.
        if hasAgent { try stage.startAgent() }
        try prepare(stage)
        try Self.write(size, stage)
        self.stage = stage
        app = try RunningApp([path], variables: stage.variables, directory: stage.home)
    }

    private static func write(_ size: (width: Int, height: Int), _ stage: Stage) throws {
        let directory = stage.home + "/config/io.github.chatelaine.Keychains"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try "[window]\nwidth=\(size.width)\nheight=\(size.height)\n".write(
            toFile: directory + "/window.ini", atomically: true, encoding: .utf8)
    }

    /// Stores passwords, by the command line.
    static func store(_ stage: Stage) throws {
        try stage.chatelaine("set", "mail.example", "kim", input: "correct horse\n")
        try stage.chatelaine(
            "add", "--class", "generic", "--service", "wiki.example", "--account", "lee", "--label", "The Wiki",
            "--group",
            "com.example.wiki", input: "battery staple\n")
    }

    /// Sets the first passcode.
    static func setPasscode(_ stage: Stage) throws {
        try stage.chatelaine("passcode", "set", "--stdin", input: passcode + "\n")
    }

    /// Selects an item of the list.
    func select(_ title: String) throws {
        let row = try app.find("list item", where: { $0.name.hasPrefix(title + ",") })
        let frame = row.frame
        try app.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
        _ = try app.find("push button", "Edit")
    }

    /// Chooses an entry of the first pane.
    func choose(_ name: String) throws {
        let frame = try app.find("list item", name).frame
        try app.click(frame.x + 30, frame.y + frame.height / 2)
    }

    /// Presses an entry of a menu.
    func choose(_ entry: String, in menu: String) throws {
        try app.focus(menu)
        try app.find("menu item", entry).press()
    }

    /// Says in the desktop's window which file is meant.
    func answerChooser(_ title: String, _ path: String, saves: Bool = false) throws {
        _ = try app.find(nil, title)
        try app.takeKeys()
        // Where a file is looked for a path is typed after these keys; where one is saved, into the name.
        if !saves { try app.desktop.press("ctrl+l") }
        try app.desktop.press("ctrl+a")
        try app.desktop.type(path)
        // The list of names that complete the path takes the key for itself while it is there.
        var looks = 0
        try Desktop.wait(for: "the end of “\(title)”") {
            if looks.isMultiple(of: 40) { try app.desktop.press("Return") }
            looks += 1
            return app.look(nil, title) == nil ? () : nil
        }
    }
}
