import Glibc
import KeychainServices

/// The paths of the agents' sockets.
package enum SocketPath {
    private static var isSystemThere: Bool {
        access(SystemPlaces.socket, F_OK) == 0 || access(SystemPlaces.mark, F_OK) == 0
    }

    /// Returns the socket of the agent that serves this user: the system service if it is installed, else the user's own agent if there is
    /// one. A program with a `CHATELAINE_HOME` uses that directory alone.
    ///
    /// - Returns: `nil` if there is neither.
    package static func serving() -> String? {
        if getenv("CHATELAINE_HOME").map({ $0.pointee == 0 }) ?? true, isSystemThere { return SystemPlaces.socket }
        guard let own = ofUser(), access(own, F_OK) == 0 else { return nil }
        return own
    }

    /// Returns the socket of the user's own agent: `$CHATELAINE_HOME/run/agent.socket` if that variable is set, else
    /// `$XDG_RUNTIME_DIR/chatelaine/agent.socket`, else the same under `/run/user/UID`.
    ///
    /// - Returns: `nil` if `CHATELAINE_HOME` is a relative path.
    package static func ofUser() -> String? {
        ofUser { name in getenv(name).map { String(cString: $0) } }
    }

    /// - Parameter variable: returns the value of an environment variable.
    package static func ofUser(_ variable: (String) -> String?) -> String? {
        if let home = variable("CHATELAINE_HOME"), !home.isEmpty {
            return home.hasPrefix("/") ? home + "/run/agent.socket" : nil
        }
        // The XDG specification requires that a relative path be ignored.
        if let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            return runtime + "/chatelaine/agent.socket"
        }
        // Under cron and sudo the variables of a login are not set; the directory is the same.
        return "/run/user/\(geteuid())/chatelaine/agent.socket"
    }
}
