import Glibc
import LinuxSupport

extension Descriptor {

    /// Returns at most `limit` bytes from the start.
    borrowing func contents(limit: Int) throws(LogError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
            (initialized, code) = read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        guard code == 0 else { throw .system("read", code) }
        return bytes
    }
}

/// The directory with the log's segments, locked for one writer.
struct SegmentDirectory: ~Copyable, Sendable {
    /// The maximum size of a segment in bytes.
    static let segmentSize = 1 << 20
    /// The number of segments that are kept.
    static let segmentCount: UInt32 = 16

    private let descriptor: Descriptor

    /// Opens the directory, creates it if it does not exist, and locks it.
    /// - Throws: `.untrustedDirectory`, `.inUse`, `.system`.
    init(_ path: String) throws(LogError) { descriptor = try Self.locked(path) }

    deinit {
        // A child process that was forked and has not yet executed another program holds the descriptor, too: closing ours alone would
        // leave the lock with it.
        flock(descriptor.number, LOCK_UN)
    }

    private static func locked(_ path: String) throws(LogError) -> Descriptor {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .failed("make the directory of") }
        let number = retrying { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard number >= 0 else {
            if errno == ELOOP || errno == ENOTDIR { throw .untrustedDirectory(path) }
            throw .failed("open the directory of")
        }
        let descriptor = Descriptor(owning: number)
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .failed("examine the directory of") }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw .untrustedDirectory(path) }
        guard retrying({ flock(number, LOCK_EX | LOCK_NB) }) == 0 else {
            if errno == EWOULDBLOCK { throw .inUse(path) }
            throw .failed("lock")
        }
        return descriptor
    }

    /// Returns `audit-NNNNNNNN.log`.
    static func name(_ segment: UInt32) -> String {
        let digits = String(segment)
        return "audit-" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".log"
    }

    /// Returns the numbers of the files that are named like segments, in order.
    borrowing func segments() throws(LogError) -> [UInt32] {
        let copy = retrying { openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard copy >= 0 else { throw .failed("list") }
        guard let stream = fdopendir(copy) else {
            close(copy)
            throw .failed("list")
        }
        defer { closedir(stream) }
        var numbers: [UInt32] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.utf8.count == 18, let number = UInt32(name.dropFirst(6).prefix(8)) else { continue }
            if number > 0, Self.name(number) == name { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// Opens a segment for reading and appending.
    /// - Returns: `nil` if there is none, or the file is not the log's own: links are not followed, and opening a pipe does not block.
    borrowing func open(_ segment: UInt32) -> Descriptor? {
        guard let file = try? OwnFile.open(Self.name(segment), O_RDWR | O_APPEND, in: descriptor.number) else {
            return nil
        }
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_nlink == 1 else { return nil }
        return file
    }

    /// Returns the contents of a segment, up to one byte more than its maximum size; `nil` as for ``open(_:)``.
    borrowing func contents(of segment: UInt32) throws(LogError) -> [UInt8]? {
        guard let file = open(segment) else { return nil }
        return try file.contents(limit: Self.segmentSize + 1)
    }

    /// Creates a segment. A file that has its name, and cannot be the log's, is moved aside.
    borrowing func create(_ segment: UInt32) throws(LogError) -> Descriptor {
        let name = Self.name(segment)
        let flags = O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var number = retrying { openat(descriptor.number, name, flags, 0o600) }
        if number < 0, errno == EEXIST {
            guard renameat(descriptor.number, name, descriptor.number, name + ".foreign") == 0 else {
                throw .failed("move a foreign file out of")
            }
            number = retrying { openat(descriptor.number, name, flags, 0o600) }
        }
        guard number >= 0 else { throw .failed("start a segment of") }
        let file = Descriptor(owning: number)
        // Independent of the umask; and the directory is synchronized so that the name survives a power failure like the contents.
        guard fchmod(number, 0o600) == 0, retrying({ fsync(descriptor.number) }) == 0 else {
            throw .failed("start a segment of")
        }
        return file
    }

    borrowing func remove(_ segment: UInt32) { unlinkat(descriptor.number, Self.name(segment), 0) }
}
