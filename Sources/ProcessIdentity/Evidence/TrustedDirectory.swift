import Glibc

/// A directory in which programs are identified by their path alone.
package struct TrustedDirectory: Sendable, Equatable {
    /// The absolute path without symbolic links: the form in which the kernel gives the path of an executable.
    package let path: [UInt8]

    /// Creates a value for the directory that `path` names now, or `nil` if there is none. The root directory is
    /// refused, because it would trust every program.
    package init?(resolving path: String) {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        var information = stat()
        guard stat(resolved, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { return nil }
        let bytes = Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
        guard bytes.count > 1 else { return nil }
        self.path = bytes
    }

    /// Whether a path lies below the directory, component by component: `/a/bc` is not below `/a/b`.
    func contains(_ other: [UInt8]) -> Bool {
        other.count > path.count + 1 && other.starts(with: path) && other[path.count] == UInt8(ascii: "/")
    }
}
