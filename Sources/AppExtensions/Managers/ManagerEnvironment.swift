import Glibc
import LinuxSupport

/// The parts of the environment that determine which password manager serves. Tests replace them.
package struct ManagerEnvironment: Sendable {
    /// The value of an environment variable.
    package var variable: UserDirectories.Variable
    /// Starts a password manager, and returns when it was started or could not be started.
    package var start: @Sendable (Manifest.Start) -> Void
    /// The directories of the system's user units, in addition to the data directories (systemd.unit(5)).
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

    /// The relevant directories in which systemd looks for user units.
    var unitDirectories: [String] {
        let own = [directories.configuration, directories.runtime].compactMap { $0 } + directories.allData
        return own.map { $0 + "/systemd/user" } + systemUnitDirectories
    }

    /// Returns the path of a location, or `nil` if the location does not apply: its variable is not set, or no file
    /// exists there.
    func path(of location: SocketLocation) -> String? {
        switch location.variable {
        case nil: return access(location.rest, F_OK) == 0 ? location.rest : nil
        case "XDG_RUNTIME_DIR": return directories.runtime + location.rest
        case let name?: return directories.absolute(name).map { $0 + location.rest }
        }
    }
}
