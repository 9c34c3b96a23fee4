import CGtk
import Foundation

/// The directories of a program's files, in ``UserFolders``; without a home directory in those that GLib finds.
public enum Directories {
    /// Returns the directory of the user's data. It is not created.
    ///
    /// - Parameter identifier: the program's identifier, of the form `io.github.chatelaine.NAME`.
    public static func data(_ identifier: String) -> URL {
        URL(fileURLWithPath: UserFolders().data ?? String(cString: g_get_user_data_dir())).appendingPathComponent(
            identifier)
    }

    /// Returns the directory of the user's settings. It is not created.
    ///
    /// - Parameter identifier: the program's identifier, of the form `io.github.chatelaine.NAME`.
    public static func configuration(_ identifier: String) -> URL {
        URL(fileURLWithPath: UserFolders().configuration ?? String(cString: g_get_user_config_dir()))
            .appendingPathComponent(identifier)
    }

    /// Creates a directory that no other user can read, if it does not exist.
    ///
    /// - Throws: the system's error.
    public static func make(_ directory: URL) throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}
