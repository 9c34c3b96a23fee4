import CLinux
import Foundation
import Glibc
import LinuxSupport

/// A directory in memory that no other user of the machine can read, for one file and the files that an editor puts next to it.
///
/// It is locked as long as its process lives, so that a later process finds the directories of killed processes and removes them.
final class PrivateDirectory {
    private static let prefix = "chatelaine-edit-"
    /// tmpfs and ramfs (linux/magic.h).
    private static let memoryTypes: Set<Int64> = [0x0102_1994, 0x8584_58f6]

    let path: String
    /// The descriptor of the directory, which holds its lock; -1 once the directory is removed.
    private var lock: Int32

    /// - Throws: if there is no file system in memory.
    init() throws {
        guard let place = Self.places.first(where: Self.isInMemory) else {
            throw Failure(
                .failed, "there is no file system in memory to edit in",
                remedy: "change it by field instead: chatelaine vault edit ITEM NAME=VALUE --secret NAME")
        }
        Self.removeLeftovers(in: place)
        var template = Array("\(place)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Self.failed("make a directory in \(place)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let error = errno
            rmdir(path)
            errno = error
            throw Self.failed("lock \(path)")
        }
    }

    deinit { remove() }

    /// The candidate locations, with the user's own runtime directory first.
    private static var places: [String] {
        [UserDirectories().runtime, "/run/user/\(getuid())", "/dev/shm"]
    }

    private static func isInMemory(_ path: String) -> Bool {
        memoryTypes.contains(clinux_filesystem_type(path)) && access(path, W_OK | X_OK) == 0
    }

    /// Removes the directories of killed processes: those with the prefix of this program that belong to the user.
    private static func removeLeftovers(in place: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let descriptor = open("\(place)/\(name)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_uid == getuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(place)/\(name)")
        }
    }

    /// Removes the directory and its files. Files in memory are gone with their names.
    func remove() {
        guard lock >= 0 else { return }
        try? FileManager.default.removeItem(atPath: path)
        close(lock)
        lock = -1
    }

    /// Writes a file that only the user reads and writes.
    func write(_ bytes: [UInt8], to name: String) throws {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failed("write in \(path)") }
        defer { close(descriptor) }
        let error = bytes.withUnsafeBytes { StandardStreams.writeAll($0, to: descriptor) }
        guard error == 0 else {
            errno = error
            throw Self.failed("write in \(path)")
        }
    }

    /// Returns the current content of a file, which an editor may have replaced with another file.
    ///
    /// - Parameter limit: the largest accepted size, in bytes.
    func read(_ name: String, limit: Int) throws -> [UInt8] {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failed("read what was edited") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            throw Failure(
                .failed, "the result of the edit is not a file of at most \(limit >> 20) MiB", remedy: "edit it again")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        try bytes.withUnsafeMutableBytes { bytes in
            while count < bytes.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
                let got = try StandardInput.readSome(of: descriptor, into: rest)
                if got == 0 { break }
                count += got
            }
        }
        return Array(bytes.prefix(count))
    }

    private static func failed(_ what: String) -> Failure {
        Failure(
            .failed, "cannot \(what): \(String(cString: strerror(errno)))",
            remedy: "change it by field instead: chatelaine vault edit ITEM NAME=VALUE --secret NAME")
    }
}
