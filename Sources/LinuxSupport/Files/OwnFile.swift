import Glibc

/// Files and directories of this process's user: neither another user nor a name that leads elsewhere decides what is
/// read or overwritten.
///
/// Files of a keychain are always made by the user who uses them, so root's are not accepted from others, nor others'
/// from root: a process of root that used them, as by `sudo` with the user's `HOME`, would leave files of root's among
/// them, which lock the user out.
package enum OwnFile {
    /// The reason why a file or directory is not used.
    package enum Problem: Error, Equatable, Sendable {
        /// A system call failed with this error number.
        case system(Int32)
        /// The name is that of a symbolic link.
        case link
        /// It is a directory, a device, a socket or a pipe.
        case notRegular
        /// It is not a directory.
        case notDirectory
        /// It belongs to another user.
        case foreign(owner: uid_t)
        /// It is a directory in which every user can make and remove files.
        case writableForAll
    }

    /// Opens a regular file that belongs to this user, or makes it, with mode 0600 as far as the umask allows.
    ///
    /// It does not wait for the other end of a pipe, and changes nothing in a file that is refused.
    ///
    /// - Parameters:
    ///   - path: the path; a relative one is looked up in `directory`. A symbolic link at its end is refused.
    ///   - flags: as for open(2).
    ///   - directory: an open directory; by default the current one.
    package static func open(
        _ path: String, _ flags: Int32, in directory: Int32 = AT_FDCWD
    ) throws(Problem) -> Descriptor {
        // It must not be truncated before it is known whose it is.
        let file = try open(path, (flags & ~O_TRUNC) | O_NOFOLLOW, directory, problem(of:))
        let number = file.number
        if flags & O_TRUNC != 0, retrying({ ftruncate(number, 0) }) != 0 { throw .system(errno) }
        return file
    }

    /// Opens a regular file of any user for reading. Symbolic links are followed. It is for files that are no part of a
    /// keychain, and that the user or the administrator has named.
    package static func openNamed(_ path: String) throws(Problem) -> Descriptor {
        try open(path, O_RDONLY, AT_FDCWD) { $0.st_mode & S_IFMT == S_IFREG ? nil : .notRegular }
    }

    private static func open(
        _ path: String, _ flags: Int32, _ directory: Int32, _ findProblem: (stat) -> Problem?
    ) throws(Problem) -> Descriptor {
        // O_NONBLOCK is for pipes, which are refused at once. It has no effect on regular files and their locks.
        let all = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let number = retrying { openat(directory, path, all, 0o600) }
        guard number >= 0 else { throw problem(ofOpening: errno) }
        let file = Descriptor(owning: number)
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .system(errno) }
        if let found = findProblem(status) { throw found }
        return file
    }

    private static func problem(ofOpening code: Int32) -> Problem {
        switch code {
        // Of O_NOFOLLOW.
        case ELOOP: .link
        // A pipe that no process reads, a socket, or a directory that was to be written.
        case ENXIO, EISDIR: .notRegular
        default: .system(code)
        }
    }

    private static func problem(of status: stat) -> Problem? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: status.st_uid == geteuid() ? nil : .foreign(owner: status.st_uid)
        case S_IFLNK: .link
        default: .notRegular
        }
    }

    /// Checks a file that a library opens by its name. It has to be a regular file of this user's, if it exists.
    ///
    /// A process that can write to the directory can put another file in its place before the library opens it. So the
    /// directory has to be the user's own as well (``checkDirectory(_:writableForAll:)``).
    package static func check(_ path: String) throws(Problem) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(errno)
        }
        if let found = problem(of: status) { throw found }
    }

    /// Checks a directory. It has to belong to this user, if it exists, and not every user may write to it.
    ///
    /// A symbolic link is followed, because data is often moved to another disk that way: the directory that it leads
    /// to counts. The group may write: many systems have a group for each user and a umask of 002, with which a
    /// directory that was restored by hand can be written by that group. `Doctor` warns of it.
    ///
    /// - Parameters:
    ///   - path: the path of the directory.
    ///   - writableForAll: whether every user may write to it all the same; for a caller that is going to change that.
    package static func checkDirectory(_ path: String, writableForAll: Bool = false) throws(Problem) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(errno)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notDirectory }
        guard status.st_uid == geteuid() else { throw .foreign(owner: status.st_uid) }
        guard writableForAll || status.st_mode & 0o002 == 0 else { throw .writableForAll }
    }
}
