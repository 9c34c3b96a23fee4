import Foundation
import Glibc

/// A file that decides who is given passwords: only what nobody but the user and root can have written counts.
package enum TrustedFile {
    /// Why a file does not count, for people.
    package struct Distrust: Error, Sendable {
        package let reason: String
    }

    /// - Parameter limit: in bytes.
    /// - Returns: nil if it cannot be opened.
    /// - Throws: ``Distrust`` for what is no file, is too long, or could be written by others than the user and root.
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
