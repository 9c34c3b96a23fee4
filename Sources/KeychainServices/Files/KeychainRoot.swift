import CLinux
import Foundation
import Glibc
import LinuxSupport

/// The directory of all files of one user: keychains, device key, locks.
///
/// `$CHATELAINE_HOME/data` if that variable is set, else `$XDG_DATA_HOME/chatelaine`, else `~/.local/share/chatelaine`.
/// Directories are made with mode 0700, files with 0600, independent of the umask. Those that exist have to belong to
/// the user that the process runs as.
public struct KeychainRoot: Hashable, Sendable {
    /// The absolute path of the directory.
    public let path: String

    /// Makes the root at an absolute path.
    public init(path: String) { self.path = path }

    /// Returns the root of the user that the process runs as.
    ///
    /// - Throws: `.notAvailable` if no variable names a directory, or `CHATELAINE_HOME` is not an absolute path.
    public static func user() throws(KeychainError) -> KeychainRoot {
        try KeychainRoot(UserDirectories())
    }

    /// Finds the root by environment variables. A relative `CHATELAINE_HOME` is an error and not ignored: otherwise the mistake of a test
    /// or a script would lead to the user's own keychain.
    init(_ directories: UserDirectories) throws(KeychainError) {
        if let home = directories.chatelaineHome {
            guard home.hasPrefix("/") else {
                throw KeychainError(
                    .notAvailable, "CHATELAINE_HOME is not an absolute path in UTF-8",
                    remedy: "set it to a path that begins with “/”, or unset it")
            }
            path = home + "/data"
        } else if let data = directories.data {
            path = data + "/chatelaine"
        } else {
            throw KeychainError(
                .notAvailable, "there is no home directory for a keychain",
                remedy: "set HOME, or CHATELAINE_HOME to a directory for keychains")
        }
    }

    /// The path of the device key.
    public var deviceKeyPath: String { path + "/device.key" }
    var lockPath: String { path + "/root.lock" }

    /// Returns the path of the keychain with this name.
    public func keychainPath(named name: String) -> String { path + "/keychains/" + name + Self.suffix }

    static let suffix = ".keychain"
    /// The beginning of the names of keychains that are vaults.
    package static let vaultPrefix = "vault."

    /// Creates the missing directories.
    ///
    /// - Throws: `.notAvailable` if the keychains were moved away, or if the directories cannot be made, belong to another user, or are on
    ///   a network file system, whose locks and memory maps do not work across hosts.
    func prepare() throws(KeychainError) {
        try checkNotMoved()
        // Nothing is made in a directory of another user's.
        try checkDirectories()
        try Self.makeDirectories(path + "/keychains")
        // Another user may have made the directories meanwhile, if that user can write to the one above.
        try checkDirectories()
        try Self.refuseNetworkFileSystem(path)
    }

    /// Creates the missing directories, for callers that need them before the first keychain is opened.
    ///
    /// - Throws: as opening a keychain.
    package func makeDirectories() throws(KeychainError) { try prepare() }

    /// Checks that the directories belong to this user, and that not every user can write to them. One that does not
    /// exist yet is left to those that make it.
    ///
    /// - Parameter writableForAll: whether every user may write to them all the same; for `Doctor`, which changes that.
    func checkDirectories(writableForAll: Bool = false) throws(KeychainError) {
        for directory in [path, path + "/keychains", deletedDirectory] {
            try Self.checkDirectory(directory, writableForAll: writableForAll)
        }
    }

    /// Checks that a directory belongs to this user, if it exists, and that not every user can write to it.
    ///
    /// - Throws: `.notAvailable`, with the path.
    package static func checkDirectory(_ path: String, writableForAll: Bool = false) throws(KeychainError) {
        try OwnFile.naming(path, "read the status of") { (path) throws(OwnFile.Problem) in
            try OwnFile.checkDirectory(path, writableForAll: writableForAll)
        }
    }

    /// Checks the files of a keychain, which SQLite opens by their names: each has to be a regular file of this user's,
    /// if it exists.
    ///
    /// Another file could take its name before SQLite opens it. Only processes that may write to the directory can do
    /// that, and it is the user's own (``checkDirectories(writableForAll:)``). SQLite follows no links to its logs.
    static func checkFiles(of path: String) throws(KeychainError) {
        for suffix in [""] + logSuffixes { try checkFile(path + suffix) }
    }

    /// Checks that a file is a regular file of this user's, if it exists.
    static func checkFile(_ path: String) throws(KeychainError) {
        try OwnFile.naming(path, "read the status of") { (path) throws(OwnFile.Problem) in
            try OwnFile.check(path)
        }
    }

    static func makeDirectories(_ path: String, isParentMade: Bool = false) throws(KeychainError) {
        if mkdir(path, 0o700) == 0 {
            // The umask may have removed permission bits.
            guard chmod(path, 0o700) == 0 else { throw .system("make the directory", path) }
            return try Descriptor.synchronizeDirectory(parent(of: path))
        }
        switch errno {
        case EEXIST:
            var status = stat()
            guard stat(path, &status) == 0 else { throw .system("read the status of the directory", path) }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw KeychainError(.notAvailable, "“\(path)” is not a directory", remedy: "move it out of the way")
            }
        // Some file systems, such as /proc, say the same of a directory in one that exists.
        case ENOENT where !isParentMade:
            let parent = parent(of: path)
            guard parent != path else { throw .system("make the directory", path) }
            try makeDirectories(parent)
            try makeDirectories(path, isParentMade: true)
        default: throw .system("make the directory", path)
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func refuseNetworkFileSystem(_ path: String) throws(KeychainError) {
        // Numbers from linux/magic.h.
        let names: [Int64: String] = [
            0x6969: "NFS", 0xff53_4d42: "CIFS", 0xfe53_4d42: "SMB2", 0x517b: "SMB", 0x0102_1997: "9p",
        ]
        guard let name = names[clinux_filesystem_type(path)] else { return }
        throw KeychainError(
            .notAvailable, "“\(path)” is on \(name), on which keychains cannot be stored",
            remedy: "set CHATELAINE_HOME to a directory on a local disk")
    }
}
