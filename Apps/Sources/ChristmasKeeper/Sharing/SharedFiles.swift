import Foundation
import GtkSupport

/// Files that other programs were given. They are removed when the program ends, and when it starts again.
struct SharedFiles: Sendable {
    /// The directory of the files: in memory if there is such a directory, else on the disk.
    private static var directory: URL {
        let runtime = UserFolders().runtime.map { URL(fileURLWithPath: $0) }
        // Never the directory shared by all users: other users can take names there first.
        return (runtime ?? PresentFiles.usersDirectory).appendingPathComponent("ChristmasKeeper-shared")
    }

    /// Writes a file. Must not be called on the main thread.
    ///
    /// - Returns: its path.
    static func write(_ present: SharedPresent) throws -> String {
        let place = directory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = place.appendingPathComponent(present.fileName).path
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: present.file, attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw CocoaError(.fileWriteUnknown) }
        return path
    }

    /// Removes all files.
    static func removeAll() { try? FileManager.default.removeItem(at: directory) }
}
