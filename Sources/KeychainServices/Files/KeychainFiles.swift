import Glibc
import LinuxSupport
import Secrets

/// The calls that a keychain makes on files that are not SQLite's.
extension Descriptor {
    /// Opens a file. With `O_CREAT` in `flags` it is made with mode 0600, whatever the umask.
    init(opening path: String, _ flags: Int32) throws(KeychainError) {
        let number = retrying { open(path, flags | O_CLOEXEC, 0o600) }
        guard number >= 0 else { throw .system("open", path) }
        if flags & O_CREAT != 0, fchmod(number, 0o600) != 0, errno != EPERM {
            let code = errno
            close(number)
            throw .system("set the mode of", path, errno: code)
        }
        self.init(owning: number)
    }

    /// Reads at most `limit` bytes from the start of the file into guarded memory; nil if the file does not exist.
    static func contents(of path: String, limit: Int) throws(KeychainError) -> SecretBytes? {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        let file = try Descriptor(opening: path, O_RDONLY)
        var count = 0
        let buffer = try SecretBytes(count: limit) { (buffer) throws(KeychainError) in
            let result = file.read(into: buffer)
            guard result.errno == 0 else { throw .system("read", path, errno: result.errno) }
            count = result.count
        }
        return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    borrowing func write(_ bytes: UnsafeRawBufferPointer, path: String) throws(KeychainError) {
        let code = write(bytes).errno
        guard code == 0 else { throw .system("write", path, errno: code) }
    }

    borrowing func synchronize(path: String) throws(KeychainError) {
        let code = synchronize()
        guard code == 0 else { throw .system("write to disk", path, errno: code) }
    }

    static func synchronizeDirectory(_ path: String) throws(KeychainError) {
        try Descriptor(opening: path, O_RDONLY | O_DIRECTORY).synchronize(path: path)
    }
}

extension KeychainError {
    /// Makes the error of the system call that has just failed.
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
