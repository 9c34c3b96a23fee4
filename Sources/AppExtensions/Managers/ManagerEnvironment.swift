import Glibc
import LinuxSupport

/// What of the world decides which password manager serves. Tests have their own.
package struct ManagerEnvironment: Sendable {
    /// The value of an environment variable.
    package var variable: UserDirectories.Variable
    /// Starts a password manager, and returns when that has been done or could not be.
    package var start: @Sendable (Manifest.Start) -> Void
    /// Where the system's units for users are, besides the data directories (systemd.unit(5)).
    package var systemUnitDirectories = ["/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]

    package init(
        variable: @escaping UserDirectories.Variable = UserDirectories.ofProcess,
        start: @escaping @Sendable (Manifest.Start) -> Void = ManagerStart.run
    ) {
        self.variable = variable
        self.start = start
    }

    /// The user's directories, as these variables name them.
    package var directories: UserDirectories { UserDirectories(variable) }

    /// Where systemd looks for units of users, as far as it matters here.
    var unitDirectories: [String] {
        let own = [directories.configuration, directories.runtime].compactMap { $0 } + directories.allData
        return own.map { $0 + "/systemd/user" } + systemUnitDirectories
    }

    /// Where the path of a place leads, or nil if the place does not apply: its variable is not set, or nothing is
    /// there.
    func path(of place: SocketPlace) -> String? {
        switch place.variable {
        case nil: return access(place.rest, F_OK) == 0 ? place.rest : nil
        case "XDG_RUNTIME_DIR": return directories.runtime + place.rest
        case let name?: return directories.absolute(name).map { $0 + place.rest }
        }
    }
}
