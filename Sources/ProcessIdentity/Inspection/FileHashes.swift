import CLinux
import Glibc
import LinuxSupport
import Synchronization

/// A cache of SHA-256 hashes of files, each valid until the file's metadata shows a change.
final class FileHashes: Sendable {
    /// The state of a file. A user can set the modification time at will, but not the change time.
    private struct Key: Hashable {
        let file: FileIdentity
        let size: Int64
        let modified, modifiedNanoseconds, changed, changedNanoseconds: Int

        init(_ information: stat) {
            file = information.identity
            size = Int64(information.st_size)
            (modified, modifiedNanoseconds) = (information.st_mtim.tv_sec, information.st_mtim.tv_nsec)
            (changed, changedNanoseconds) = (information.st_ctim.tv_sec, information.st_ctim.tv_nsec)
        }
    }

    static let capacity = 4096
    private let known = Mutex<[Key: [UInt8]]>([:])
    private let settlingTime: Int

    /// - Parameter settlingTime: the number of seconds that a file must have been unchanged before its hash is cached. Two changes within
    ///   one tick of the clock have the same change time.
    init(settlingTime: Int = 1) { self.settlingTime = settlingTime }

    /// The number of cached hashes.
    var count: Int { known.withLock { $0.count } }

    /// Returns the hash of a regular file that a descriptor refers to (`O_PATH`), or `nil` if it cannot be read.
    ///
    /// - Throws: `.unstable` if the file changed meanwhile.
    func digest(of file: borrowing Descriptor, _ information: stat) throws(IdentificationFailure) -> [UInt8]? {
        let key = Key(information)
        if let digest = known.withLock({ $0[key] }) { return digest }
        guard let readable = file.reopenedForReading() else { return nil }
        let isDependable = FileHashes.changeTimeIsDependable(readable)
        // Writes through shared memory change the time only at the first write to a page after it was written back.
        if isDependable { fdatasync(readable.number) }
        guard let before = readable.information() else { return nil }
        guard let digest = SHA256.digest(of: readable, size: UInt64(clamping: before.st_size)) else { return nil }
        guard let after = readable.information(), Key(before) == key, Key(after) == key else { throw .unstable }
        if isDependable, isSettled(after) { remember(digest, for: key) }
        return digest
    }

    private func remember(_ digest: [UInt8], for key: Key) {
        known.withLock { known in
            // A least-recently-used list is not worthwhile: a desktop has some hundred such files.
            if known.count >= FileHashes.capacity { known.removeAll() }
            known[key] = digest
        }
    }

    private func isSettled(_ information: stat) -> Bool {
        Int(clamping: Clock.wall / 1_000_000_000) - information.st_ctim.tv_sec > settlingTime
    }

    /// Whether the file system updates the change time at every write, which only those of local disks are known to do. In memory (tmpfs),
    /// writes through a mapping do not set it, and a FUSE program reports arbitrary times.
    private static func changeTimeIsDependable(_ file: borrowing Descriptor) -> Bool {
        var (type, flags): (Int64, Int64) = (0, 0)
        guard clinux_filesystem(file.number, &type, &flags) == 0 else { return false }
        return dependable.contains(type)
    }

    /// The types of ext2 to ext4, XFS, btrfs, F2FS, ZFS, bcachefs, and of squashfs and EROFS, which are read-only.
    private static let dependable: Set<Int64> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E, 0x7371_7368, 0xE0F5_E1E2,
    ]
}
