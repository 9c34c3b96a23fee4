import Glibc
import LinuxSupport

/// The location of a file: its directory, held open so that it cannot be replaced by another, and its name in the directory.
final class TargetFile {
    let directory: Int32
    let name: String
    /// The path, for error messages.
    let path: String

    /// Resolves a path. A symbolic link is followed. A link without a target is refused, because the intended location is not
    /// known.
    init(_ path: String) throws(ProtectedFileError) {
        self.path = path
        let real = try Self.realPath(path)
        guard let slash = real.utf8.lastIndex(of: UInt8(ascii: "/")) else { throw .system("use", path, errno: EINVAL) }
        let name = String(real[real.index(after: slash)...])
        guard !name.isEmpty, name != ".", name != ".." else { throw .system("use", path, errno: EISDIR) }
        let parent = slash == real.startIndex ? "/" : String(real[..<slash])
        directory = retrying { open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        self.name = name
        guard directory >= 0 else { throw .system("open the directory of", path) }
    }

    deinit { if directory >= 0 { close(directory) } }

    private static func realPath(_ path: String) throws(ProtectedFileError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .system("use", path, errno: ENOENT) }
        if let real = try resolve(path, for: path) { return real }
        var status = stat()
        if errno == ENOENT, lstat(path, &status) == 0 {
            throw ProtectedFileError(
                .ENOENT, "“\(path)” is a symbolic link without a target", remedy: "remove it, or name another file")
        }
        // A new file: its directory has to exist.
        guard path.utf8.last != UInt8(ascii: "/") else { throw .system("use", path, errno: EISDIR) }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard let real = try resolve(parent, for: path) else { throw .system("find the directory of", path) }
        return (real == "/" ? "" : real) + "/" + name
    }

    private static func resolve(_ path: String, for file: String) throws(ProtectedFileError) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        // With replacement characters it would be the path of another file.
        guard let text = String(validatingCString: real) else {
            throw ProtectedFileError(
                .EILSEQ, "the path to which “\(file)” leads is not UTF-8", remedy: "rename what is in another encoding")
        }
        return text
    }

    /// Returns the status of the existing file; nil if there is none.
    ///
    /// - Throws: if it is not a regular file.
    func status() throws(ProtectedFileError) -> stat? {
        var status = stat()
        guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            guard errno == ENOENT else { throw .system("read the status of", path) }
            return nil
        }
        try OpenFile.check(status, path)
        return status
    }

    /// Makes changes of the directory's entries durable.
    func synchronize() throws(ProtectedFileError) {
        guard retrying({ fsync(directory) }) == 0 else { throw .system("write to disk the directory of", path) }
    }
}
