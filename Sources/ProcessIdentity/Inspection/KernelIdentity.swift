import CLinux
import Glibc
import LinuxSupport
import Synchronization

/// The device and inode numbers that a memory map shows for files.
///
/// For most file systems they are those of stat(2). On btrfs the device is that of the whole file system and not of the
/// subvolume; on overlayfs both may differ. The numbers that the kernel would show are found by mapping the file into
/// this process. On btrfs, files of two subvolumes can have the same ones, so that they prove nothing there: a privileged inspector does
/// without them (``FileExamination``).
final class KernelIdentities: Sendable {
    private static let capacity = 4096
    private let known = Mutex<[FileIdentity: FileIdentity]>([:])

    /// Whether a file that a descriptor refers to (`O_PATH`) is the one in a line of a memory map.
    func isSame(_ file: borrowing Descriptor, _ information: stat, as mapped: FileIdentity) -> Bool {
        if information.identity == mapped { return true }
        guard information.isRegularFile else { return false }
        if let known = known.withLock({ $0[information.identity] }) { return known == mapped }
        guard let found = KernelIdentities.byMapping(file) else { return false }
        known.withLock { known in
            if known.count >= KernelIdentities.capacity { known.removeAll() }
            known[information.identity] = found
        }
        return found == mapped
    }

    /// Whether a file is on btrfs, where files of two subvolumes can have the numbers of one.
    static func areShared(_ file: borrowing Descriptor) -> Bool {
        var (type, flags): (Int64, Int64) = (0, 0)
        return clinux_filesystem(file.number, &type, &flags) == 0 && type == 0x9123_683E
    }

    private static func byMapping(_ file: borrowing Descriptor) -> FileIdentity? {
        guard let readable = file.reopenedForReading(),
            let page = mmap(nil, 1, PROT_READ, MAP_PRIVATE, readable.number, 0), page != MAP_FAILED
        else { return nil }
        defer { munmap(page, 1) }
        let address = UInt64(UInt(bitPattern: page))
        guard let process = try? ProcessDirectory(pid: getpid()),
            let text = try? process.contents("maps", limit: InspectionLimits.mapBytes),
            let mappings = try? MemoryMap.parse(text, executableOnly: false)
        else { return nil }
        return mappings.first { $0.addresses.contains(address) }?.file
    }
}
