import CLinux
import Glibc
import LinuxSupport

/// Names a file without opening it (open(2)): nothing blocks, and nothing happens to a device.
let O_PATH = clinux_open_path

extension Descriptor {
    /// Opens a path of bytes below a directory's descriptor, or from the root if it is absolute.
    init?(at directory: Int32 = AT_FDCWD, _ path: [UInt8], _ flags: Int32) {
        self.init(withPath(path) { path in retrying { openat(directory, path, flags | O_CLOEXEC) } })
    }

    /// Returns the stat(2) of the file, or `nil` if that fails.
    borrowing func information() -> stat? {
        var information = stat()
        return fstat(number, &information) == 0 ? information : nil
    }

    /// Opens for reading the file that this descriptor only refers to (`O_PATH`). A pipe or a device can so be recognized before it is
    /// opened, which may block or have an effect.
    borrowing func reopenedForReading() -> Descriptor? {
        Descriptor(Array("/proc/self/fd/\(number)".utf8), O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }
}

/// Passes a path of bytes to `body` as a C string.
func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: path.count + 1) { buffer in
        for (index, byte) in path.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[path.count] = 0
        // A buffer with a capacity of at least one has an address; an empty path names no file.
        return buffer.baseAddress.map { body(UnsafePointer($0)) } ?? body("")
    }
}

extension stat {
    var identity: FileIdentity { FileIdentity(device: UInt64(st_dev), inode: UInt64(st_ino)) }
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
    var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
}
