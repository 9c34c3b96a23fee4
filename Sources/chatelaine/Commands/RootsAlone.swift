import Foundation
import LinuxSupport

/// The question whether root alone can change what lies at a path.
enum RootsAlone {
    /// - Throws: a ``Failure`` with the remedy if others can change the file, a directory above it, or a link that leads there.
    static func require(_ path: String, remedy: String) throws {
        let target = realpath(path, nil).map { target in
            defer { free(target) }
            return String(cString: target)
        }
        for path in [path, target ?? path] {
            guard let changeable = firstChangeable(from: path) else { continue }
            throw Failure(
                .failed, "“\(UntrustedText.forTerminal(changeable))” can be changed by others than root", remedy: remedy
            )
        }
    }

    /// Returns the first part of an absolute path, from its end, that others can change.
    private static func firstChangeable(from path: String) -> String? {
        var path = path
        while !path.isEmpty {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_uid == 0,
                // The mode of a link says nothing: its directory counts.
                status.st_mode & 0o022 == 0 || status.st_mode & S_IFMT == S_IFLNK
            else { return path }
            path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        }
        return nil
    }
}
