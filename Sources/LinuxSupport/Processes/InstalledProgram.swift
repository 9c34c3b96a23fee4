import Glibc

/// The programs that are installed with this one. They are found relative to this program's own file, never through `PATH` or a caller's
/// argument.
package enum InstalledProgram {
    /// Returns the absolute path of a program.
    ///
    /// - Returns: `nil` if it is not installed.
    package static func path(of name: String) -> String? { places(of: name).first { access($0, X_OK) == 0 } }

    /// Returns the absolute paths at which a program may be, without symbolic links in their directories; the first that exists counts.
    ///
    /// In a build directory, all programs are in one directory; installed, `chatelaine` is in `PREFIX/bin` and the others are in
    /// `PREFIX/libexec/chatelaine`.
    package static func places(of name: String) -> [String] {
        guard let own = ownPath, let directory = parent(of: own) else { return [] }
        var places = [directory + "/" + name]
        if let above = parent(of: directory) {
            places.append(above + "/libexec/chatelaine/" + name)
            if let prefix = parent(of: above) { places.append(prefix + "/bin/" + name) }
        }
        return places
    }

    /// The path of this program, without symbolic links; `nil` if it cannot be read or is not UTF-8.
    package static var ownPath: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(validatingCString: path)
    }

    private static func parent(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        return String(path[..<slash])
    }
}
