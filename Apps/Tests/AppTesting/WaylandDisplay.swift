import Foundation
import Glibc

/// A Wayland display without a screen, by sway. There is a keyboard once a test has pressed a key.
@MainActor public final class WaylandDisplay {
    /// A window on it.
    public struct Window: Sendable, Equatable {
        /// The process that it belongs to.
        public let id: pid_t
        /// Whether it is in front of the others, as windows are that belong to another one.
        public let isFloating: Bool
        /// Whether keys go to it.
        public let isFocused: Bool
    }

    /// Whether this machine has what this takes. The compositor starts as the user `nobody`: as root it does not.
    public nonisolated static var isPossible: Bool {
        geteuid() == 0 && ["sway", "swaymsg", "setpriv", "wtype"].allSatisfy { access("/usr/bin/" + $0, X_OK) == 0 }
    }

    private static let nobody: uid_t = 65534
    private let process: ChildProcess
    private let temporary: TemporaryDirectory
    private let socket: String
    private var keyboard: ChildProcess?

    /// What programs find in their environment to be shown on it.
    public let variables: [String: String]

    /// Starts it, and waits until programs can be shown.
    ///
    /// - Parameter settings: lines of sway's configuration.
    public init(_ settings: String...) throws {
        temporary = try TemporaryDirectory(mode: 0o700)
        let directory = temporary.path
        chown(directory, Self.nobody, Self.nobody)
        socket = directory + "/ipc"
        let configuration = directory + "/config"
        let lines = (["xwayland disable"] + settings).joined(separator: "\n") + "\n"
        try Data(lines.utf8).write(to: URL(fileURLWithPath: configuration))
        chmod(configuration, 0o644)
        process = try ChildProcess(
            [
                "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "sway", "-c",
                configuration,
            ],
            variables: [
                "PATH": "/usr/bin:/bin", "HOME": directory, "XDG_RUNTIME_DIR": directory, "SWAYSOCK": socket,
                "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
            ], output: .inherited, leadsSession: true)
        variables = [
            "WAYLAND_DISPLAY": directory + "/wayland-1", "XDG_SESSION_TYPE": "wayland", "GDK_BACKEND": "wayland",
            "DISPLAY": "",
        ]
        try Desktop.wait(for: "a Wayland display") { (try? windows()) == nil ? nil : () }
    }

    isolated deinit {
        keyboard?.end()
        process.end()
    }

    /// What is shown on it now.
    public func windows() throws -> [Window] {
        let (output, status) = try ChildProcess.run(
            ["swaymsg", "-s", socket, "-r", "-t", "get_tree"], variables: ["PATH": "/usr/bin:/bin"])
        guard status == 0, let tree = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] else {
            throw TestFailure("no list of windows")
        }
        return Self.windows(in: tree)
    }

    private static func windows(in node: [String: Any]) -> [Window] {
        let own = (node["pid"] as? Int).map {
            [
                Window(
                    id: pid_t($0), isFloating: node["type"] as? String == "floating_con",
                    isFocused: node["focused"] as? Bool ?? false)
            ]
        }
        let nodes = ["nodes", "floating_nodes"].flatMap { node[$0] as? [[String: Any]] ?? [] }
        return (own ?? []) + nodes.flatMap { windows(in: $0) }
    }

    /// Presses a key, as libxkbcommon calls it: `Tab`, `Return`. Goes to the window that has the keys, once it knows of a keyboard.
    public func press(_ key: String) throws {
        // A keyboard that stays: each that wtype makes is gone when it ends, before a program has noticed.
        if keyboard == nil {
            keyboard = try ChildProcess(
                ["/usr/bin/wtype", "-s", "600000", "-k", "Shift_L"], variables: variables, leadsSession: true)
        }
        let (_, status) = try ChildProcess.run(["/usr/bin/wtype", "-k", key], variables: variables)
        guard status == 0 else { throw TestFailure("wtype \(key) ends with \(status)") }
    }

    /// Waits for the window of a process.
    public func window(of app: RunningApp) throws -> Window {
        try Desktop.wait(for: "a window of process \(app.id)") { try windows().first { $0.id == app.id } }
    }
}
