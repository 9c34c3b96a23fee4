import CGtk
import Foundation

/// Where a program keeps files for a user, after the XDG Base Directory Specification.
public enum Directories {
    /// What the user has made. Not made by this.
    ///
    /// - Parameter identifier: the program, of the form `io.github.chatelaine.NAME`.
    public static func data(_ identifier: String) -> URL {
        URL(fileURLWithPath: String(cString: g_get_user_data_dir())).appendingPathComponent(identifier)
    }

    /// Settings. Not made by this.
    ///
    /// - Parameter identifier: the program, of the form `io.github.chatelaine.NAME`.
    public static func configuration(_ identifier: String) -> URL {
        URL(fileURLWithPath: String(cString: g_get_user_config_dir())).appendingPathComponent(identifier)
    }

    /// Makes a directory that nobody else can look into, if it is not there yet.
    ///
    /// - Throws: what the system says.
    public static func make(_ directory: URL) throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}
