import Glibc
import LinuxSupport
import Secrets

/// The calls that a keychain makes on files that are not SQLite's.
extension Descriptor {
    /// Opens a file of a keychain's, which has to be a regular file of this user's (``OwnFile``). With `O_CREAT` in
    /// `flags` it gets mode 0600, whatever the umask.
    package init(openingOwn path: String, _ flags: Int32) throws(KeychainError) {
        let number = try OwnFile.naming(path, "open") { (path) throws(OwnFile.Problem) in
            try OwnFile.open(path, flags).release()
        }
        // Some file systems have no modes.
        if flags & O_CREAT != 0, fchmod(number, 0o600) != 0, errno != EPERM {
            let code = errno
            close(number)
            throw .system("set the mode of", path, errno: code)
        }
        self.init(owning: number)
    }

    /// Opens a file that the user or the administrator has named, which has to be a regular file, for reading.
    private init(openingNamed path: String) throws(KeychainError) {
        let number = try OwnFile.naming(path, "open") { (path) throws(OwnFile.Problem) in
            try OwnFile.openNamed(path).release()
        }
        self.init(owning: number)
    }

    /// Reads at most `limit` bytes from the start of a file of a keychain's into guarded memory; nil if the file does
    /// not exist.
    static func contents(ofOwn path: String, limit: Int) throws(KeychainError) -> SecretBytes? {
        var status = stat()
        // A symbolic link without a target exists, and is refused.
        guard lstat(path, &status) == 0 || errno != ENOENT else { return nil }
        return try Descriptor(openingOwn: path, O_RDONLY).contents(limit: limit, path: path)
    }

    /// Reads at most `limit` bytes from the start of any regular file into guarded memory; nil if the file does not
    /// exist. It is for files that are no part of a keychain, such as settings: they may be links, and belong to root.
    static func contents(ofNamed path: String, limit: Int) throws(KeychainError) -> SecretBytes? {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        return try Descriptor(openingNamed: path).contents(limit: limit, path: path)
    }

    private borrowing func contents(limit: Int, path: String) throws(KeychainError) -> SecretBytes {
        var count = 0
        let buffer = try SecretBytes(count: limit) { (buffer) throws(KeychainError) in
            let result = read(into: buffer)
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
        // It may be the one above the keychains' and belong to another user: nothing is read from it or written to it.
        let number = retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard number >= 0 else { throw .system("open", path) }
        try Descriptor(owning: number).synchronize(path: path)
    }
}

extension OwnFile {
    /// Returns the result of `body`, whose problem becomes an error that names the file or directory.
    static func naming<Result>(
        _ path: String, _ action: String, _ body: (_ path: String) throws(Problem) -> Result
    ) throws(KeychainError) -> Result {
        do throws(Problem) { return try body(path) } catch { throw .unusable(error, action, path) }
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

extension KeychainError {
    /// Makes the error of a file or directory that is not used.
    static func unusable(_ problem: OwnFile.Problem, _ action: String, _ path: String) -> KeychainError {
        switch problem {
        case .system(let code): .system(action, path, errno: code)
        case .link:
            KeychainError(
                .notAvailable, "“\(path)” is a symbolic link", remedy: "put the file itself there, not a link to it")
        case .notRegular:
            KeychainError(.notAvailable, "“\(path)” is not a regular file", remedy: "move it out of the way")
        case .notDirectory:
            KeychainError(.notAvailable, "“\(path)” is not a directory", remedy: "move it out of the way")
        case .foreign(let owner): foreign(path, owner)
        case .writableForAll:
            KeychainError(
                .notAvailable, "every user can make and remove files in “\(path)”",
                remedy: "set its mode to 700, or set CHATELAINE_HOME to a directory of your own")
        }
    }

    private static func foreign(_ path: String, _ owner: uid_t) -> KeychainError {
        KeychainError(
            .notAvailable, "“\(path)” belongs to another user (uid \(owner))",
            remedy: geteuid() == 0
                ? "run this as that user, without sudo, or set CHATELAINE_HOME to a directory of root's"
                : "let it belong to you, or set CHATELAINE_HOME to a directory of your own")
    }
}
