import CLinux
import Glibc
import LinuxSupport

/// A check of whether only root can change the file that a path names.
///
/// The file must be a regular one, owned by root, not writable by its group or others, and so must be every directory
/// above it: a user who can write to one of them can replace the file. A sticky bit on a directory does not help, as
/// new names can be created in it. An access control list that grants more shows in the group bits.
struct RootProtection {
    /// The directory at which paths begin.
    private let root: Int32
    /// The results for directories, kept during one inspection.
    private var known: [[UInt8]: Bool] = [:]

    init(root: Int32) { self.root = root }

    /// - Parameter path: absolute and without symbolic links, as the kernel gives it.
    mutating func isProtected(_ file: borrowing Descriptor, _ information: stat, path: [UInt8]) -> Bool {
        guard information.isRegularFile, information.isWritableOnlyByRoot,
            let slash = path.lastIndex(of: UInt8(ascii: "/"))
        else { return false }
        return isProtected(directory: Array(path[..<slash])) && RootProtection.isOnTrustedMount(file)
    }

    /// Whether only root decides which file a path leads to, and what is in it; also if there is none now.
    ///
    /// - Parameter path: as above.
    mutating func isProtected(path: [UInt8]) -> Bool {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")), isProtected(directory: Array(path[..<slash])) else {
            return false
        }
        var information = stat()
        guard withPath(Array(path.dropFirst()), { fstatat(root, $0, &information, AT_SYMLINK_NOFOLLOW) }) == 0 else {
            return errno == ENOENT
        }
        return information.isRegularFile && information.isWritableOnlyByRoot
    }

    /// Whether a file was root's alone and has lost its name, as after an upgrade.
    static func hasLostItsName(_ file: borrowing Descriptor, _ information: stat) -> Bool {
        information.isRegularFile && information.isWritableOnlyByRoot && information.st_nlink == 0
            && isOnTrustedMount(file)
    }

    private mutating func isProtected(directory path: [UInt8]) -> Bool {
        if let known = known[path] { return known }
        // From the root on: below a directory of a user's, even a question may never be answered.
        var result = isWritableOnlyByRoot(directory: [])
        for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
            result = result && isWritableOnlyByRoot(directory: Array(path[..<end]))
        }
        result = result && isWritableOnlyByRoot(directory: path)
        known[path] = result
        return result
    }

    private func isWritableOnlyByRoot(directory path: [UInt8]) -> Bool {
        var information = stat()
        let relative = path.isEmpty ? [UInt8(ascii: ".")] : Array(path.dropFirst())
        let result = withPath(relative) { fstatat(root, $0, &information, AT_SYMLINK_NOFOLLOW) }
        return result == 0 && information.isDirectory && information.isWritableOnlyByRoot
    }

    /// Whether the file is on a mount that only root can have made. A mount that a user made (FUSE, a loop device, a
    /// USB stick) may show files owned by root that root never created. Such mounts are always `nosuid`, by which the
    /// kernel itself is told not to trust them.
    private static func isOnTrustedMount(_ file: borrowing Descriptor) -> Bool {
        var (type, flags): (Int64, Int64) = (0, 0)
        return clinux_filesystem(file.number, &type, &flags) == 0 && flags & Int64(ST_NOSUID) == 0
    }
}

extension stat {
    fileprivate var isWritableOnlyByRoot: Bool { st_uid == 0 && st_mode & (S_IWGRP | S_IWOTH) == 0 }
}
