import Glibc
import KeychainServices

/// Where agents listen.
package enum SocketPath {
    private static var isSystemThere: Bool {
        access(SystemLocations.socket, F_OK) == 0 || access(SystemLocations.mark, F_OK) == 0
    }

    /// Where the agent is that serves this user: the system's if it is there, else the user's own if there is one. A program with a
    /// `CHATELAINE_HOME` has to do with that directory alone.
    ///
    /// - Returns: nil if there is neither.
    package static func serving() -> String? {
        if getenv("CHATELAINE_HOME").map({ $0.pointee == 0 }) ?? true, isSystemThere { return SystemLocations.socket }
        guard let own = ofUser(), access(own, F_OK) == 0 else { return nil }
        return own
    }

    /// The user's own agent: `$CHATELAINE_HOME/run/agent.socket` if that variable is set, else
    /// `$XDG_RUNTIME_DIR/chatelaine/agent.socket`, else the same under `/run/user/UID`.
    ///
    /// - Returns: nil if none of these directories can be named.
    package static func ofUser() -> String? {
        ofUser { name in getenv(name).map { String(cString: $0) } }
    }

    /// - Parameter variable: gives the value of an environment variable.
    package static func ofUser(_ variable: (String) -> String?) -> String? {
        if let home = variable("CHATELAINE_HOME"), !home.isEmpty {
            return home.hasPrefix("/") ? home + "/run/agent.socket" : nil
        }
        // The XDG specification says to ignore a relative path.
        if let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            return runtime + "/chatelaine/agent.socket"
        }
        // What a login sets is missing under cron and sudo; the directory is the same.
        return "/run/user/\(geteuid())/chatelaine/agent.socket"
    }
}
