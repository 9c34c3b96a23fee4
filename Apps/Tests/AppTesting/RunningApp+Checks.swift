import CAtspi
import Foundation

extension RunningApp {
    /// What keys can go to, and has no name that says what it does.
    public var unnamed: [String] {
        (tree?.shown ?? []).filter { $0.isFocusable && $0.isShowing }.filter { node in
            node.name.isEmpty || ["Gtk", "Adw"].contains { node.name.hasPrefix($0) }
        }.map { "\($0.role) “\($0.name)”" }
    }

    /// Everything that is said of anything in its windows: names, texts, descriptions.
    public var everythingSaid: String {
        (tree?.all ?? []).map { "\($0.name)\n\($0.says ?? "")\n\($0.details)" }.joined(separator: "\n")
    }

    /// The titles of its windows.
    public var titles: [String] { (tree?.children ?? []).map(\.name) }

    /// Has a window manager's hint say that its window is minimised, as one does that has minimised it.
    public func minimize() throws {
        let id = try window
        let (_, status) = try ChildProcess.run(
            ["xprop", "-id", id, "-f", "_NET_WM_STATE", "32a", "-set", "_NET_WM_STATE", "_NET_WM_STATE_HIDDEN"],
            variables: desktop.variables)
        guard status == 0 else { throw TestFailure("no xprop: install x11-utils") }
    }
}
