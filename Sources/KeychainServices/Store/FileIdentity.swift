import Glibc

/// The device and inode number of a file.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    /// Reads the numbers of a file, not of what it leads to as a symbolic link. Nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// The place of a keychain's file, which every spelling of its path leads to: the directory, and the name in it.
///
/// Not the file: it is replaced by a repair, and its store goes on.
struct KeychainPlace: Hashable, Sendable {
    private let directory: FileIdentity
    private let name: String

    /// Finds the place of an absolute path. Nil if the directory does not exist.
    init?(_ path: String) {
        guard let slash = path.lastIndex(of: "/"),
            // The dot has a symbolic link followed.
            let directory = FileIdentity(String(path[..<slash]) + "/.")
        else { return nil }
        self.directory = directory
        name = String(path[slash...])
    }
}
