import Glibc
import LinuxSupport

/// The paths at which root alone decides which program is there.
package enum ProtectedPath {
    /// Whether root alone decides which file a path leads to, and what is in it.
    ///
    /// - Parameter path: absolute and without symbolic links.
    package static func contains(_ path: String) -> Bool {
        guard path.utf8.first == UInt8(ascii: "/"), let root = Descriptor([UInt8(ascii: "/")], O_PATH | O_DIRECTORY)
        else { return false }
        var protection = RootProtection(root: root.number)
        return protection.isProtected(path: Array(path.utf8))
    }
}
