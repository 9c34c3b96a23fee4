import AppTesting
import Foundation

/// A user with a list of presents: an agent, a home, and the program's window.
@MainActor final class House {
    nonisolated static let name = "Holly"
    /// Looked for in every file, so it may not occur by chance.
    nonisolated static let pin = "4711-mince-pies"
    nonisolated static let wrongPIN = "9999-turnips"

    let stage: Stage
    private(set) var app: RunningApp

    /// Starts the program for the first time.
    init(startsAgent: Bool = true, before: (Stage) throws -> Void = { _ in }) throws {
        stage = try Stage(startsAgent: startsAgent)
        try before(stage)
        app = try stage.open("ChristmasKeeper")
    }

    /// One who has a list already, and looks at it.
    static func lived() throws -> House {
        let house = try House()
        try house.setUp()
        return house
    }

    // MARK: - Steps

    func setUp() throws {
        try dialog("Setup Credentials")
        try app.enter(Self.name, into: "Name")
        try give(Self.pin)
        try list()
    }

    /// Waits for a dialog.
    @discardableResult func dialog(_ title: String) throws -> Node { try app.find("dialog", title) }

    /// Types a password, and presses Return.
    func give(_ pin: String) throws {
        try type(pin)
        try app.desktop.press("Return")
    }

    /// Types a password.
    func type(_ pin: String) throws {
        _ = try app.find("push button", "Done", where: \.isEnabled)
        try app.type(pin, into: "Password")
    }

    /// Waits for the list.
    func list() throws { _ = try app.find("push button", "New Present") }

    /// Restarts the program.
    func restart() throws {
        app.end()
        app = try stage.open("ChristmasKeeper")
    }

    /// Writes a present.
    func add(_ text: String, picture: String? = nil) throws {
        try app.press("New Present")
        try app.enter(text, into: "Details of the present")
        if let picture {
            try choose(picture)
            _ = try app.find("push button", "Done", where: \.isEnabled)
        }
        try app.press("Done")
        _ = try row(text)
    }

    /// A row of the list.
    func row(_ text: String) throws -> Node { try app.find("list item", text) }

    /// Opens a present.
    func open(_ text: String) throws {
        let frame = try row(text).frame
        try app.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
        _ = try app.find("push button", "Back to the list")
    }

    /// Chooses a picture, in the desktop's window.
    func choose(_ path: String) throws {
        try app.press("Choose a Picture…")
        try answerChooser(path, "Choose")
    }

    /// Opens the menu for sharing.
    func share() throws {
        // A GtkMenuButton of 4.8 cannot be pressed by accessibility clients.
        try app.focus("Share")
        _ = try app.find("push button", "Copy")
    }

    /// Answers the desktop's window for files.
    func answerChooser(_ path: String, _ button: String) throws {
        // GTK 4.8 names a button of a dialog twice: by itself, and by the label in it.
        let name = "\(button) \(button)"
        _ = try app.find("push button", name)
        try app.desktop.xdotool("windowfocus", app.window)
        try app.desktop.press("ctrl+l")
        try app.find(where: { $0.hasFocus && $0.interfaces.contains("EditableText") }).set(path)
        try app.press(name)
        try app.waitUntilGone("push button", name)
    }

    // MARK: - What there is

    /// Files that the program has written for the presents.
    var presentFiles: [String] {
        let directory = stage.home + "/share/io.github.chatelaine.ChristmasKeeper"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasSuffix(".present") }.map { directory + "/" + $0 }
    }

    /// Files below a directory that have some bytes in them, as text or as UTF-16.
    func files(with text: String, below directory: String) throws -> [String] {
        let wanted = [Data(text.utf8), text.data(using: .utf16LittleEndian) ?? Data()]
        guard let names = FileManager.default.enumerator(atPath: directory) else { return [] }
        return names.compactMap { $0 as? String }.map { directory + "/" + $0 }.filter { path in
            guard let data = FileManager.default.contents(atPath: path) else { return false }
            return wanted.contains { data.range(of: $0) != nil }
        }
    }

    /// Makes a picture by ImageMagick.
    func picture(_ name: String, _ arguments: String...) throws -> String {
        let path = "\(stage.home)/\(name)"
        let (_, status) = try ChildProcess.run(["convert"] + arguments + [path])
        guard status == 0 else { throw TestFailure("no picture \(name)") }
        return path
    }

    /// Stores a picture of the window if pictures were requested.
    func photograph(_ name: String) throws {
        guard let directory = ProcessInfo.processInfo.environment["CHATELAINE_PHOTOGRAPHS"] else { return }
        try app.desktop.screenshot("\(directory)/christmas-\(name).png", window: app.window)
    }
}
