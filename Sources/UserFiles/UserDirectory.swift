import Foundation

/// The directories of a user's files by the XDG Base Directory Specification. `nil` if no variable contains an absolute path.
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
