import Glibc
import KeychainServices
import LinuxSupport

/// Where agents listen.
package enum SocketPath {
    private static var isSystemThere: Bool {
        access(SystemPlaces.socket, F_OK) == 0 || access(SystemPlaces.mark, F_OK) == 0
    }

    /// Where the agent is that serves this user: the system's if it is there, else the user's own if there is one. A program with a
    /// `CHATELAINE_HOME` has to do with that directory alone.
    ///
    /// - Returns: nil if there is neither.
    package static func serving() -> String? {
        if UserDirectories().chatelaineHome == nil, isSystemThere { return SystemPlaces.socket }
        guard let own = ofUser(), access(own, F_OK) == 0 else { return nil }
        return own
    }

    /// The user's own agent: `$CHATELAINE_HOME/run/agent.socket` if that variable is set, else
    /// `$XDG_RUNTIME_DIR/chatelaine/agent.socket`, else the same under `/run/user/UID`.
    ///
    /// - Returns: nil if none of these directories can be named.
    package static func ofUser(_ directories: UserDirectories = UserDirectories()) -> String? {
        if let home = directories.chatelaineHome { return home.hasPrefix("/") ? home + "/run/agent.socket" : nil }
        return directories.runtime + "/chatelaine/agent.socket"
    }
}
