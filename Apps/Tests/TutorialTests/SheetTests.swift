import AppTesting
import Foundation
import Testing

/// The last step with the password manager of this repository: its agent, its vault and its window.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SheetTests {
    private let stage: Stage
    private let app: RunningApp

    init() throws {
        stage = try Stage(startsAgent: false)
        // The agent looks for the program that shows sheets when it starts.
        try stage.install("chatelaine-sheet")
        try stage.startAgent()
        try stage.installPasswordManager()
        try stage.makeVault()
        try stage.startPrompter()
        app = try stage.open("TutorialStep4")
    }

    /// Something in the sheet, once it is there.
    private func find(_ name: String, _ body: (Node) -> Bool = { _ in true }) throws -> Node {
        let program = "\(stage.prefix)/libexec/chatelaine/chatelaine-sheet"
        var sheet: Node?
        return try Desktop.wait(for: "“\(name)” in\n\(sheet?.outline ?? "no sheet")\n\(app.tree?.outline ?? "")") {
            let (output, _) = try StartedProcess.run(["pgrep", "-f", "^\(program)"])
            guard let id = pid_t(output.trimmingCharacters(in: .whitespacesAndNewlines)) else { return nil }
            sheet = Node.program(id)
            return sheet?.shown.first { ($0.name == name || $0.says == name) && $0.isShowing && body($0) }
        }
    }

    /// Has keys go to the sheet, of which no window manager takes care here, and presses some.
    private func click(_ node: Node) throws {
        let (windows, _) = try StartedProcess.run(
            ["xdotool", "search", "--onlyvisible", "--class", "chatelaine-sheet"], variables: app.desktop.variables)
        let window = try #require(windows.split(separator: "\n").last)
        let (x, y) = (node.frame.x + node.frame.width / 2, node.frame.y + node.frame.height / 2)
        try app.desktop.xdotool("mousemove", "--window", "\(window)", "\(x)", "\(y)", "click", "1")
    }

    @Test func theLoginIsSavedAndFoundAgain() throws {
        _ = try app.find(nil, "Start by creating a username and password.")
        try app.enter("kim", into: "Username")
        try app.type("four words and a dog", into: "Password")
        try app.press("Create")
        try app.press("Log Out")
        try app.press("Save in Password Manager")
        // What is in the fields has to work here before it is saved.
        _ = try app.find(nil, "Enter your username and password first.")
        try app.press("_Close Close")
        try app.waitUntilGone(nil, "Enter your username and password first.")

        try app.type("four words and a dog", into: "Password")
        try app.press("Save in Password Manager")
        try click(find("Master password"))
        try app.desktop.type(Stage.password)
        try app.desktop.press("Return")
        try find("Save") { $0.role.contains("button") && $0.isEnabled }.press()
        _ = try app.find("text", "Notes")
        #expect(try stage.vault("list").contains("TouchMeIn"))

        try app.press("Log Out")
        try app.press("Ask Password Manager")
        try click(find("TouchMeIn") { $0.role == "list item" || $0.role == "label" })
        try app.desktop.press("Return")
        _ = try app.find("text", "Notes")
    }
}
