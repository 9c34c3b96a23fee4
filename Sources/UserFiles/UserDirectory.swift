import Foundation

/// Where a user's files are, as the XDG Base Directory Specification says it. Nil where no variable says an absolute path.
package enum UserDirectory {
    /// `$XDG_CONFIG_HOME`, or `~/.config`.
    package static func configuration(_ variables: [String: String] = environment) -> String? {
        directory(variables["XDG_CONFIG_HOME"], inHome: ".config", variables)
    }

    /// `$XDG_DATA_HOME`, or `~/.local/share`.
    package static func data(_ variables: [String: String] = environment) -> String? {
        directory(variables["XDG_DATA_HOME"], inHome: ".local/share", variables)
    }

    package static var environment: [String: String] { ProcessInfo.processInfo.environment }

    private static func directory(_ path: String?, inHome name: String, _ variables: [String: String]) -> String? {
        if let path, path.hasPrefix("/") { return path }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/" + name
    }
}
