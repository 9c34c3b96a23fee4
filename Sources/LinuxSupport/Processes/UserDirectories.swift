import Glibc

/// The directories of the XDG Base Directory Specification, as the environment of this process, or another one, names them.
///
/// The specification says to ignore a variable that is empty or holds a relative path.
package struct UserDirectories: Sendable {
    /// A function that returns the value of an environment variable, nil if it is not set.
    package typealias Variable = @Sendable (String) -> String?

    private let variable: Variable

    /// Makes the directories of an environment.
    ///
    /// - Parameter variable: the environment; by default that of this process.
    package init(_ variable: @escaping Variable = UserDirectories.ofProcess) { self.variable = variable }

    /// The environment of this process. A value that is not UTF-8 counts as a relative path, which is ignored or refused: with replacement
    /// characters it would be the path of another directory. In a secured program the variables that hide the user's directories from
    /// libraries do not count.
    package static let ofProcess: Variable = { name in
        if SecuredStart.isSecured {
            if name == "HOME" { return SecuredStart.home }
            guard !SecuredEnvironment.hidden.contains(name) else { return nil }
        }
        return getenv(name).map { String(validatingCString: $0) ?? "\u{FFFD}" }
    }

    /// Returns the value of a variable if it is an absolute path, else nil.
    package func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// `CHATELAINE_HOME`, the directory of all of Chatelaine's files, if the variable is set. It may be a relative path, which callers have
    /// to refuse: if they ignored it, the mistake of a test or a script would lead to the user's own keychain.
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
