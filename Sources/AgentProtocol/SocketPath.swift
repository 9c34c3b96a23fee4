import Glibc
import KeychainServices
import LinuxSupport

/// The paths of the agents' sockets.
package enum SocketPath {
    private static var isSystemThere: Bool {
        access(SystemLocations.socket, F_OK) == 0 || access(SystemLocations.mark, F_OK) == 0
    }

    /// Returns the socket of the agent that serves this user: the system service if it is installed, else the user's own agent if there is
    /// one. A program with a `CHATELAINE_HOME` uses that directory alone.
    ///
    /// - Returns: `nil` if there is neither.
    package static func ofServingAgent() -> String? {
        if UserDirectories().chatelaineHome == nil, isSystemThere { return SystemLocations.socket }
        guard let own = ofUser(), access(own, F_OK) == 0 else { return nil }
        return own
    }

    /// Returns the socket of the user's own agent: `$CHATELAINE_HOME/run/agent.socket` if that variable is set, else
    /// `$XDG_RUNTIME_DIR/chatelaine/agent.socket`, else the same under `/run/user/UID`.
    ///
    /// - Returns: nil if none of these directories can be named.
    package static func ofUser(_ directories: UserDirectories = UserDirectories()) -> String? {
        if let home = directories.chatelaineHome { return home.hasPrefix("/") ? home + "/run/agent.socket" : nil }
        return directories.runtime + "/chatelaine/agent.socket"
    }
}
