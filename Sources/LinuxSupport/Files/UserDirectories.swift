import Glibc

/// The directories of the XDG Base Directory Specification, as the environment of this process, or another one, names them.
///
/// The specification says to ignore a variable that is empty or holds a relative path.
package struct UserDirectories: Sendable {
    /// Returns the value of an environment variable.
    package typealias Variable = @Sendable (String) -> String?

    private let variable: Variable

    /// - Parameter variable: the environment; by default that of this process.
    package init(_ variable: @escaping Variable = UserDirectories.ofProcess) { self.variable = variable }

    /// Returns the value of a variable of this process, nil if it is not set.
    package static let ofProcess: Variable = { name in getenv(name).map { String(cString: $0) } }

    /// The value of a variable that holds an absolute path.
    package func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// The directory that everything of Chatelaine is below, if it was chosen (`CHATELAINE_HOME`); it may be a relative path, which callers
    /// have to refuse: to ignore it would lead a test or a script to the user's own keychain.
    package var chatelaineHome: String? { variable("CHATELAINE_HOME").flatMap { $0.isEmpty ? nil : $0 } }

    /// `HOME`.
    package var home: String? { absolute("HOME") }

    /// `XDG_CONFIG_HOME`, else `~/.config`; nil without a home directory.
    package var configuration: String? { absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" } }

    /// `XDG_DATA_HOME`, else `~/.local/share`; nil without a home directory.
    package var data: String? { absolute("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" } }

    /// The user's data directory, if there is one, and then those of `XDG_DATA_DIRS`, else `/usr/local/share` and `/usr/share`.
    package var allData: [String] {
        let listed = variable("XDG_DATA_DIRS") ?? ""
        let shared = (listed.isEmpty ? "/usr/local/share:/usr/share" : listed).split(separator: ":").map(String.init)
        return [data].compactMap { $0 } + shared.filter { $0.hasPrefix("/") }
    }

    /// `XDG_RUNTIME_DIR`, else `/run/user/UID`: cron and sudo do not set the variable, and the directory is the same.
    package var runtime: String { absolute("XDG_RUNTIME_DIR") ?? "/run/user/\(geteuid())" }
}
