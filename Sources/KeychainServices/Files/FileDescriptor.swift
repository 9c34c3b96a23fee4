import Glibc
import Secrets

/// An open file that closes itself; the few calls that a keychain makes on files that are not SQLite's.
struct FileDescriptor: ~Copyable, Sendable {
    let number: Int32

    /// Opens a file, made with mode 0600 whatever the umask if `flags` has `O_CREAT`.
    init(opening path: String, _ flags: Int32) throws(KeychainError) {
        let number = retrying { open(path, flags | O_CLOEXEC, 0o600) }
        guard number >= 0 else { throw .system("open", path) }
        if flags & O_CREAT != 0, fchmod(number, 0o600) != 0, errno != EPERM {
            let code = errno
            close(number)
            throw .system("set the mode of", path, errno: code)
        }
        self.number = number
    }

    deinit { close(number) }

    /// At most `limit` bytes from the start of the file, in guarded memory; nil if the file does not exist.
    static func contents(of path: String, limit: Int) throws(KeychainError) -> SecretBytes? {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        let file = try FileDescriptor(opening: path, O_RDONLY)
        var count = 0
        let buffer = try SecretBytes(count: limit) { (buffer) throws(KeychainError) in
            while count < limit {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                let read = retrying { pread(file.number, rest.baseAddress, rest.count, off_t(count)) }
                guard read >= 0 else { throw .system("read", path) }
                if read == 0 { break }
                count += read
            }
        }
        return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    borrowing func write(_ bytes: UnsafeRawBufferPointer, path: String) throws(KeychainError) {
        var rest = bytes
        while let start = rest.baseAddress, rest.count > 0 {
            let (chunk, count) = (start, rest.count)
            let written = retrying { Glibc.write(number, chunk, count) }
            guard written > 0 else { throw .system("write", path) }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    borrowing func synchronize(path: String) throws(KeychainError) {
        guard retrying({ fsync(number) }) == 0 else { throw .system("make durable", path) }
    }

    static func synchronizeDirectory(_ path: String) throws(KeychainError) {
        try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).synchronize(path: path)
    }
}

/// Calls again as long as a signal interrupts.
func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

extension KeychainError {
    /// The error of the system call that has just failed.
    static func system(_ action: String, _ path: String, errno code: Int32 = errno) -> KeychainError {
        let text = String(cString: strerror(code))
        let reason = "cannot \(action) “\(path)”: \(text)"
        switch code {
        case ENOSPC, EDQUOT: return KeychainError(.notAvailable, reason, remedy: "free some space on the disk")
        case EIO: return KeychainError(.io, reason, remedy: "check the disk")
        case EROFS:
            return KeychainError(.readOnly, reason, remedy: "set CHATELAINE_HOME to a directory that can be written")
        case EACCES, EPERM:
            return KeychainError(
                .notAvailable, reason, remedy: "check who owns the directory, or set CHATELAINE_HOME to another")
        case ENOMEM: return KeychainError(.allocate, reason)
        case ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG:
            return KeychainError(.notAvailable, reason, remedy: "set CHATELAINE_HOME to another directory")
        default: return KeychainError(.notAvailable, reason)
        }
    }
}
