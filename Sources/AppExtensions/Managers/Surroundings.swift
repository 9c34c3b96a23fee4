import Foundation
import Glibc

/// The parts of the environment that determine which password manager serves. Tests replace them.
package struct Surroundings: Sendable {
    /// Returns the value of an environment variable.
    package var variable: @Sendable (String) -> String?
    /// Starts a password manager, and returns when it was started or could not be started.
    package var start: @Sendable (Manifest.Start) -> Void
    /// The directories of the system's user units, in addition to the data directories (systemd.unit(5)).
    package var systemUnitDirectories = ["/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]

    package init(
        variable: @escaping @Sendable (String) -> String? = { name in getenv(name).map { String(cString: $0) } },
        start: @escaping @Sendable (Manifest.Start) -> Void = ManagerStart.run
    ) {
        self.variable = variable
        self.start = start
    }

    /// Returns a directory of the XDG Base Directory Specification, which requires that a relative path be ignored.
    private func directory(_ name: String, underHome fallback: String) -> String? {
        if let path = variable(name), path.hasPrefix("/") { return path }
        return variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/" + fallback : nil }
    }

    /// The data directories, the user's own first.
    package var dataDirectories: [String] {
        let listed = variable("XDG_DATA_DIRS") ?? ""
        let shared = (listed.isEmpty ? "/usr/local/share:/usr/share" : listed).split(separator: ":").map(String.init)
        let own = directory("XDG_DATA_HOME", underHome: ".local/share").map { [$0] } ?? []
        return own + shared.filter { $0.hasPrefix("/") }
    }

    /// The directory of the user's settings.
    package var configurationDirectory: String? { directory("XDG_CONFIG_HOME", underHome: ".config") }

    /// The directory of sockets during the user's session. Under cron and sudo the variable is not set; the directory
    /// is the same.
    package var runtimeDirectory: String {
        if let path = variable("XDG_RUNTIME_DIR"), path.hasPrefix("/") { return path }
        return "/run/user/\(geteuid())"
    }

    /// The relevant directories in which systemd looks for user units.
    var unitDirectories: [String] {
        let own = [configurationDirectory, runtimeDirectory].compactMap { $0 } + dataDirectories
        return own.map { $0 + "/systemd/user" } + systemUnitDirectories
    }

    /// Returns the path of a location, or `nil` if the location does not apply: its variable is not set, or no file
    /// exists there.
    func path(of place: SocketPlace) -> String? {
        switch place.variable {
        case nil: return access(place.rest, F_OK) == 0 ? place.rest : nil
        case "XDG_RUNTIME_DIR": return runtimeDirectory + place.rest
        case let name?:
            guard let directory = variable(name), directory.hasPrefix("/") else { return nil }
            return directory + place.rest
        }
    }
}
