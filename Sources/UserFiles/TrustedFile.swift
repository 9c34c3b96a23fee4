import Foundation
import Glibc

/// A file that decides which program receives passwords: it counts only if no one except the user and root can have
/// written it.
package enum TrustedFile {
    /// The reason for which a file is rejected, for display.
    package struct Distrust: Error, Sendable {
        package let reason: String
    }

    /// - Parameter limit: the maximum size in bytes.
    /// - Returns: `nil` if it cannot be opened.
    /// - Throws: ``Distrust`` for a path that is not a regular file, or a file that is too long or could be written by
    ///   users other than this user and root.
    package static func contents(of path: String, limit: Int) throws(Distrust) -> Data? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Distrust(reason: "it is no file")
        }
        guard [0, geteuid()].contains(status.st_uid), status.st_mode & 0o022 == 0 else {
            throw Distrust(reason: "others than its owner, or another user, may write it")
        }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            guard more >= 0 else { throw Distrust(reason: "it cannot be read") }
            if more == 0 { break }
            count += more
        }
        guard count <= limit else { throw Distrust(reason: "it is longer than \(limit) bytes") }
        return Data(bytes[..<count])
    }
}
