import CLinux
import Glibc
import LinuxSupport

/// An open regular file, closed with the object.
final class OpenFile: Sendable {
    let descriptor: Int32
    /// The path, for error messages.
    let path: String

    /// Opens an existing regular file. Devices and queues are refused without being opened.
    ///
    /// - Parameters:
    ///   - path: symbolic links are followed.
    ///   - flags: O_RDONLY or O_RDWR.
    init(_ path: String, _ flags: Int32 = O_RDONLY) throws(ProtectedFileError) {
        // Opening some devices has effects, so the type is checked before; it is checked again afterwards because the file may have been
        // replaced in between.
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system("open", path) }
        try Self.check(status, path)
        let descriptor = retrying { open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard descriptor >= 0 else { throw .system("open", path) }
        (self.descriptor, self.path) = (descriptor, path)
        try Self.check(self.status(), path)
    }

    /// Takes ownership of a descriptor.
    init(taking descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    static func check(_ status: stat, _ path: String) throws(ProtectedFileError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .system("use", path, errno: EISDIR)
        default:
            throw ProtectedFileError(
                .EINVAL, "“\(path)” is not a regular file", remedy: "name a file, not a device, a socket or a pipe")
        }
    }

    func status() throws(ProtectedFileError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("read the status of", path) }
        return status
    }

    /// Reads until `buffer` is full or the file ends.
    ///
    /// - Returns: the number of bytes read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ProtectedFileError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let read = retrying { pread(descriptor, rest.baseAddress, rest.count, off_t(offset + count)) }
            guard read >= 0 else { throw .system("read", path) }
            if read == 0 { break }
            count += read
        }
        return count
    }

    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ProtectedFileError) {
        var count = 0
        while count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
            let written = retrying { pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + count)) }
            guard written > 0 else { throw .system("write", path) }
            count += written
        }
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8], at offset: Int) throws(ProtectedFileError) {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(ProtectedFileError) in try write(bytes, at: offset) }
        }.get()
    }

    /// Makes the content that was written durable.
    func synchronize() throws(ProtectedFileError) {
        guard retrying({ fsync(descriptor) }) == 0 else { throw .system("write to disk", path) }
    }

    /// Locks the file against other open file descriptions, also of this process, that are locked in the same way (fcntl(2), “Open file
    /// description locks”). The lock ends with the descriptor, which has to be open for writing.
    ///
    /// - Parameter waits: whether to wait for the lock.
    /// - Returns: whether the lock was taken; false also if the file system has no locks.
    func lock(waits: Bool) -> Bool { clinux_ofd_lock(descriptor, waits) == 0 }
}
