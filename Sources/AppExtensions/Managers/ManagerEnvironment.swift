import Foundation
import Glibc

/// The environment that decides which password manager serves. Tests have their own.
package struct ManagerEnvironment: Sendable {
    /// The value of an environment variable.
    package var variable: @Sendable (String) -> String?
    /// Starts a password manager, and returns when that has been done or could not be.
    package var start: @Sendable (Manifest.Start) -> Void
    /// Where the system's units for users are, besides the data directories (systemd.unit(5)).
    package var systemUnitDirectories = ["/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]

    package init(
        variable: @escaping @Sendable (String) -> String? = { name in getenv(name).map { String(cString: $0) } },
        start: @escaping @Sendable (Manifest.Start) -> Void = ManagerStart.run
    ) {
        self.variable = variable
        self.start = start
    }

    /// A directory of the XDG Base Directory Specification, which says to ignore a relative path.
    private func directory(_ name: String, underHome fallback: String) -> String? {
        if let path = variable(name), path.hasPrefix("/") { return path }
        return variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/" + fallback : nil }
    }

    /// Where data is, the user's own first.
    package var dataDirectories: [String] {
        let listed = variable("XDG_DATA_DIRS") ?? ""
        let shared = (listed.isEmpty ? "/usr/local/share:/usr/share" : listed).split(separator: ":").map(String.init)
        let own = directory("XDG_DATA_HOME", underHome: ".local/share").map { [$0] } ?? []
        return own + shared.filter { $0.hasPrefix("/") }
    }

    /// Where the user's settings are.
    package var configurationDirectory: String? { directory("XDG_CONFIG_HOME", underHome: ".config") }

    /// Where sockets are as long as the user is logged in. What a login sets is missing under cron and sudo; the
    /// directory is the same.
    package var runtimeDirectory: String {
        if let path = variable("XDG_RUNTIME_DIR"), path.hasPrefix("/") { return path }
        return "/run/user/\(geteuid())"
    }

    /// Where systemd looks for units of users, as far as it matters here.
    var unitDirectories: [String] {
        let own = [configurationDirectory, runtimeDirectory].compactMap { $0 } + dataDirectories
        return own.map { $0 + "/systemd/user" } + systemUnitDirectories
    }

    /// Where the path of a location leads, or nil if the location does not apply: its variable is not set, or nothing is
    /// there.
    func path(of location: SocketLocation) -> String? {
        switch location.variable {
        case nil: return access(location.rest, F_OK) == 0 ? location.rest : nil
        case "XDG_RUNTIME_DIR": return runtimeDirectory + location.rest
        case let name?:
            guard let directory = variable(name), directory.hasPrefix("/") else { return nil }
            return directory + location.rest
        }
    }
}
