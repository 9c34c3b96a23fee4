import Foundation
import Glibc

/// A Wayland display without a screen, by sway. Nobody's hands are there: what a test does, it does by accessibility.
public final class WaylandDisplay: @unchecked Sendable {
    // Sendable: set up once.

    /// A window on it.
    public struct Window: Sendable, Equatable {
        /// The process that it belongs to.
        public let id: pid_t
        /// Whether it is in front of the others, as windows are that belong to another one.
        public let isFloating: Bool
    }

    /// Whether this machine has what this takes. The compositor starts as nobody: as root it does not.
    public static var isPossible: Bool {
        geteuid() == 0 && ["sway", "swaymsg", "setpriv"].allSatisfy { access("/usr/bin/" + $0, X_OK) == 0 }
    }

    private static let nobody: uid_t = 65534
    private let process: StartedProcess
    private let directory: String
    private let socket: String

    /// What programs find in their environment to be shown on it.
    public let variables: [String: String]

    /// Starts it, and waits until programs can be shown.
    @MainActor public init() throws {
        var template = Array("/tmp/chatelaine-wayland.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestFailure("no directory") }
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chown(directory, Self.nobody, Self.nobody)
        (self.directory, socket) = (directory, directory + "/ipc")
        let configuration = directory + "/config"
        try Data("xwayland disable\n".utf8).write(to: URL(fileURLWithPath: configuration))
        chmod(configuration, 0o644)
        process = try StartedProcess(
            [
                "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "sway", "-c",
                configuration,
            ],
            variables: [
                "PATH": "/usr/bin:/bin", "HOME": directory, "XDG_RUNTIME_DIR": directory, "SWAYSOCK": socket,
                "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
            ])
        variables = [
            "WAYLAND_DISPLAY": directory + "/wayland-1", "XDG_SESSION_TYPE": "wayland", "GDK_BACKEND": "wayland",
            "DISPLAY": "",
        ]
        try Desktop.wait(for: "a Wayland display") { (try? windows()) == nil ? nil : () }
    }

    deinit {
        process.end()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// What is shown on it now.
    public func windows() throws -> [Window] {
        let (output, status) = try StartedProcess.run(
            ["swaymsg", "-s", socket, "-r", "-t", "get_tree"], variables: ["PATH": "/usr/bin:/bin"])
        guard status == 0, let tree = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] else {
            throw TestFailure("no list of windows")
        }
        return Self.windows(in: tree)
    }

    private static func windows(in node: [String: Any]) -> [Window] {
        let own = (node["pid"] as? Int).map {
            [Window(id: pid_t($0), isFloating: node["type"] as? String == "floating_con")]
        }
        let nodes = ["nodes", "floating_nodes"].flatMap { node[$0] as? [[String: Any]] ?? [] }
        return (own ?? []) + nodes.flatMap { windows(in: $0) }
    }

    /// Waits for the window of a process.
    @MainActor public func window(of app: RunningApp) throws -> Window {
        try Desktop.wait(for: "a window of process \(app.id)") { try windows().first { $0.id == app.id } }
    }
}
