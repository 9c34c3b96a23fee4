import CLinux
import Glibc
import LinuxSupport

/// Whether only root can change what a path names.
///
/// The file must be a regular one of root's that neither its group nor others may write, and so must be every directory
/// above it: whoever writes one of them puts another file there. That a directory is sticky does not help, as new names
/// can be made in it. An access list that grants more shows in the bits of the group.
struct RootProtection {
    /// The directory that paths begin at.
    private let root: Int32
    /// What is known of directories, for the length of one inspection.
    private var known: [[UInt8]: Bool] = [:]

    init(root: Int32) { self.root = root }

    /// - Parameter path: absolute and without symbolic links, as the kernel gives it.
    mutating func covers(_ file: borrowing Descriptor, _ information: stat, path: [UInt8]) -> Bool {
        guard information.isRegularFile, information.isRootsAlone, let slash = path.lastIndex(of: UInt8(ascii: "/"))
        else { return false }
        return covers(directory: Array(path[..<slash])) && RootProtection.isOnTrustedMount(file)
    }

    private mutating func covers(directory path: [UInt8]) -> Bool {
        if let known = known[path] { return known }
        var result = true
        for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
            result = result && isRootsAlone(directory: Array(path[..<end]))
        }
        result = result && isRootsAlone(directory: []) && isRootsAlone(directory: path)
        known[path] = result
        return result
    }

    private func isRootsAlone(directory path: [UInt8]) -> Bool {
        var information = stat()
        let relative = path.isEmpty ? [UInt8(ascii: ".")] : Array(path.dropFirst())
        let result = withPath(relative) { fstatat(root, $0, &information, AT_SYMLINK_NOFOLLOW) }
        return result == 0 && information.isDirectory && information.isRootsAlone
    }

    /// What a user has mounted (FUSE, a loop device, a stick) may show files of root's that root never saw. Such mounts
    /// are always `nosuid`, which is how the kernel itself is told not to believe them.
    private static func isOnTrustedMount(_ file: borrowing Descriptor) -> Bool {
        var (type, flags): (Int64, Int64) = (0, 0)
        return clinux_filesystem(file.number, &type, &flags) == 0 && flags & Int64(ST_NOSUID) == 0
    }
}

extension stat {
    fileprivate var isRootsAlone: Bool { st_uid == 0 && st_mode & (S_IWGRP | S_IWOTH) == 0 }
}
