import Glibc

/// A file that decides which programs are given passwords. Only contents that no user but this one and root can have written are read.
package enum TrustedFile {
    /// The reason why a file is not trusted, for users.
    package struct Distrust: Error, Sendable {
        package let reason: String
    }

    /// Reads the file.
    ///
    /// - Parameter limit: in bytes.
    /// - Returns: nil if it cannot be opened.
    /// - Throws: ``Distrust`` if it is not a regular file, is longer than the limit, or can be written by users other than this one and
    ///   root.
    package static func contents(of path: String, limit: Int) throws(Distrust) -> [UInt8]? {
        guard let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) else { return nil }
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Distrust(reason: "it is not a regular file")
        }
        guard [0, geteuid()].contains(status.st_uid), status.st_mode & 0o022 == 0 else {
            throw Distrust(reason: "another user owns it or may write to it")
        }
        // One byte more than there may be: a longer file is refused, not cut.
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let (count, code) = bytes.withUnsafeMutableBytes { file.read(into: $0) }
        guard code == 0 else { throw Distrust(reason: "it cannot be read") }
        guard count <= limit else { throw Distrust(reason: "it is longer than \(limit) bytes") }
        return Array(bytes[..<count])
    }
}
