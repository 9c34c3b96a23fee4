import CLinux
import Glibc

/// A permanent restriction of file access, which limits the damage of a vulnerability in the process.
package enum FileAccess {
    /// Restricts this thread, and every one that is created later, to files below a few directories (landlock(7)). It must be called
    /// before other threads are created. No file can be executed any more.
    ///
    /// - Parameters:
    ///   - writable: absolute paths of directories to read and write in, and of character devices to use. Missing ones are ignored.
    ///   - readable: absolute paths of directories to read in.
    /// - Returns: `nil`, or the reason for a failure.
    package static func restrict(writable: [String], readable: [String]) -> String? {
        let paths = (writable + readable).map { strdup($0) }
        defer { for path in paths { free(path) } }
        let pointers = paths.map { $0.map { UnsafePointer($0) } }
        let code = pointers.withUnsafeBufferPointer { pointers in
            let second = pointers.baseAddress.map { $0 + writable.count }
            return clinux_restrict_files(pointers.baseAddress, writable.count, second, readable.count)
        }
        switch code {
        case 0: return nil
        case ENOSYS, EOPNOTSUPP: return "the kernel does not support Landlock"
        default: return String(cString: strerror(code))
        }
    }
}
