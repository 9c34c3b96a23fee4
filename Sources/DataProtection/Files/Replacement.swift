import Glibc
import LinuxSupport

/// A file that is being written, and replaces its target when it is complete and durable: after a crash either the old file or the
/// new one is there.
///
/// Until then it is `.NAME.unfinished-N` in the same directory, locked by its writer. A file of this name without a lock was left by a
/// crash; the next writer of the same file removes it.
final class Replacement {
    private let destination: TargetFile
    private var unfinished: String
    /// The unfinished file, open for reading and writing.
    let file: OpenFile
    private var isFinished = false

    /// Makes the unfinished file.
    ///
    /// - Parameter path: the path of the target; symbolic links are followed.
    /// - Throws: if the target is not a regular file, or the directory cannot be written.
    init(of path: String) throws(ProtectedFileError) {
        destination = try TargetFile(path)
        _ = try destination.status()
        (file, unfinished) = try Self.make(destination)
    }

    deinit { if !isFinished { _ = unlinkat(destination.directory, unfinished, 0) } }

    // MARK: - Making the file

    /// More simultaneous writers of one file than this are a mistake.
    private static let mostWriters = 64

    private static func make(
        _ destination: TargetFile
    ) throws(ProtectedFileError) -> (file: OpenFile, name: String) {
        for number in 0..<mostWriters {
            let name = unfinishedName(of: destination.name, number)
            // A second attempt after a leftover was removed.
            for _ in 0..<2 {
                if let file = try makeNew(name, destination) { return (file, name) }
                guard removeLeftover(name, destination) else { break }
            }
        }
        throw ProtectedFileError(.EBUSY, "“\(destination.path)” is being written by too many programs at once")
    }

    /// Returns `.NAME.unfinished-N`, with as much of the name as fits.
    static func unfinishedName(of name: String, _ number: Int) -> String {
        var kept = Substring(name)
        while kept.utf8.count > 230 { kept.removeLast() }
        return ".\(kept).unfinished-\(number)"
    }

    /// Makes an unfinished file. Nil if the name is taken.
    private static func makeNew(_ name: String, _ destination: TargetFile) throws(ProtectedFileError) -> OpenFile? {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = retrying { openat(destination.directory, name, flags, 0o600) }
        guard descriptor >= 0 else {
            guard errno == EEXIST else { throw .system("create a file next to", destination.path) }
            return nil
        }
        let file = OpenFile(taking: descriptor, path: destination.path)
        // Independent of the umask.
        guard fchmod(descriptor, 0o600) == 0 else { throw .system("set the mode of", destination.path) }
        _ = file.lock(waits: false)
        // Between creating and locking, another writer may have removed the file as a leftover.
        return isNamed(name, file, destination) ? file : nil
    }

    /// Removes a file that a crash left behind. Returns whether the name is free now: false if another writer holds the file, or if it is
    /// not a regular file.
    private static func removeLeftover(_ name: String, _ destination: TargetFile) -> Bool {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = retrying { openat(destination.directory, name, flags) }
        guard descriptor >= 0 else { return errno == ENOENT }
        let file = OpenFile(taking: descriptor, path: destination.path)
        guard let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG, file.lock(waits: false),
            isNamed(name, file, destination)
        else { return false }
        return unlinkat(destination.directory, name, 0) == 0
    }

    private static func isNamed(_ name: String, _ file: OpenFile, _ destination: TargetFile) -> Bool {
        var named = stat()
        guard fstatat(destination.directory, name, &named, AT_SYMLINK_NOFOLLOW) == 0,
            let status = try? file.status()
        else { return false }
        return named.st_ino == status.st_ino && named.st_dev == status.st_dev
    }

    // MARK: - Replacing the target

    /// Copies owner, mode, access control list and user attributes from the file to be replaced, makes the new file durable and renames
    /// it.
    ///
    /// - Throws: also if the owner cannot be kept. The old file stays in that case.
    func commit() throws(ProtectedFileError) {
        if let old = try destination.status() { try copyMetadata(from: old) }
        try file.synchronize()
        guard renameat(destination.directory, unfinished, destination.directory, destination.name) == 0 else {
            throw .system("replace", destination.path)
        }
        isFinished = true
        try destination.synchronize()
    }

    private func copyMetadata(from old: stat) throws(ProtectedFileError) {
        let status = try file.status()
        if status.st_uid != old.st_uid || status.st_gid != old.st_gid {
            guard fchown(file.descriptor, old.st_uid, old.st_gid) == 0 else {
                throw .system("keep the owner of", destination.path)
            }
        }
        try copyAttributes()
        // After the owner, because a change of owner clears the set-user-ID bits; these bits are not copied to new content either.
        guard fchmod(file.descriptor, old.st_mode & 0o777) == 0 else {
            throw .system("keep the mode of", destination.path)
        }
    }

    /// Copies the user's attributes and the access control list. Attributes of security modules are set by the system.
    private func copyAttributes() throws(ProtectedFileError) {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = retrying { openat(destination.directory, destination.name, flags) }
        // A file without read permission shows no attributes.
        guard descriptor >= 0 else { return }
        let old = OpenFile(taking: descriptor, path: destination.path)
        for name in try ExtendedAttributes.names(of: old)
        where name.hasPrefix("user.") || name == "system.posix_acl_access" {
            try ExtendedAttributes.copy(name, from: old, to: file)
        }
    }
}
