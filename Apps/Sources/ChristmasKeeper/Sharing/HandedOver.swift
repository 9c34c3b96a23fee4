import Foundation
import GtkSupport

/// Files that other programs have been handed. They are gone when the program ends, and when it is started again.
struct HandedOver: Sendable {
    /// Not on a disk, where there is such a place.
    private static var directory: URL {
        let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].map { URL(fileURLWithPath: $0) }
        // Never the directory that all users have: its names are not ours.
        return (runtime ?? PresentFiles.usersDirectory).appendingPathComponent("ChristmasKeeper-shared")
    }

    /// Writes one. Not on the main thread.
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

    /// Removes all.
    static func removeAll() { try? FileManager.default.removeItem(at: directory) }
}
