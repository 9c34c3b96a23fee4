import AgentClient
import Foundation

/// The directories of the XDG Base Directory Specification.
///
/// The specification says to ignore a variable that is empty or holds a relative path; GLib's functions do not.
public struct UserFolders: Sendable {
    private let variables: [String: String]

    /// - Parameter variables: the environment; by default that of this process, and in a secured one that which it gives to others: its
    ///   own hides these directories from libraries.
    public init(
        _ variables: [String: String] = SecuredProcess.environmentForPrograms ?? ProcessInfo.processInfo.environment
    ) { self.variables = variables }

    /// `XDG_CONFIG_HOME`, else `~/.config`; nil without a home directory.
    public var configuration: String? { absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" } }

    /// `XDG_DATA_HOME`, else `~/.local/share`; nil without a home directory.
    public var data: String? { absolute("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" } }

    /// `XDG_RUNTIME_DIR`, in memory and gone after the session; nil if it is not set.
    public var runtime: String? { absolute("XDG_RUNTIME_DIR") }

    private var home: String? { absolute("HOME") }

    private func absolute(_ name: String) -> String? {
        variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
