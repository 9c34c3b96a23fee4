import Glibc
import GRDBSQLite
import LinuxSupport

/// The contents of a keychain in memory, for a place where nothing can be written: SQLite reads a file with a log only if it can make files
/// next to it. The log is applied as SQLite does, up to the last commit whose checksums are right.
///
/// SQLite's file format, 4: the write-ahead log.
struct KeychainImage: ~Copyable {
    private static let attempts = 8

    /// Whether nothing can be written next to a file.
    static func isNeeded(for path: String) -> Bool {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return access(directory, W_OK) != 0 && (errno == EROFS || errno == EACCES)
    }

    /// Bytes from sqlite3_malloc64, which SQLite frees.
    private var bytes: UnsafeMutableRawBufferPointer

    /// Reads a file and its log. Where others can write, both have to be the same before and after.
    ///
    /// - Throws: `.notAvailable` if they change all the time, or belong to another user.
    init(_ path: String) throws(KeychainError) {
        try KeychainRoot.checkFiles(of: path)
        for _ in 0..<Self.attempts {
            let before = try Self.versions(path)
            let read = try Self.read(path)
            if try Self.versions(path) == before {
                bytes = read
                return
            }
            sqlite3_free(read.baseAddress)
        }
        throw KeychainError(
            .notAvailable, "another program is writing to the keychain file all the time",
            remedy: "try again when it is done")
    }

    deinit { sqlite3_free(bytes.baseAddress) }

    /// Gives the image to a connection in memory, which does not change it.
    mutating func open(in connection: OpaquePointer?) -> Int32 {
        let count = Int64(bytes.count)
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        // Also if it fails, SQLite frees the bytes.
        return sqlite3_deserialize(
            connection, "main", start, count, count,
            UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY))
    }

    // MARK: - Reading

    private struct Version: Equatable {
        let inode: UInt64
        let size: Int
        let (seconds, nanoseconds): (Int, Int)
    }

    /// What tells that the file or its log was changed.
    private static func versions(_ path: String) throws(KeychainError) -> [Version?] {
        var versions: [Version?] = []
        for file in [path, path + "-wal"] {
            var status = stat()
            if lstat(file, &status) == 0 {
                versions.append(
                    Version(
                        inode: UInt64(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
                        nanoseconds: status.st_mtim.tv_nsec))
            } else {
                guard errno == ENOENT else { throw .system("read the status of", file) }
                versions.append(nil)
            }
        }
        return versions
    }

    private static func read(_ path: String) throws(KeychainError) -> UnsafeMutableRawBufferPointer {
        let file = try contents(path)
        guard KeychainRoot.exists(path + "-wal") else { return file.withoutLog() }
        let log: UnsafeMutableRawBufferPointer
        do throws(KeychainError) {
            log = try contents(path + "-wal")
        } catch {
            sqlite3_free(file.baseAddress)
            throw error
        }
        defer { sqlite3_free(log.baseAddress) }
        return try LogFrames.applied(log, to: file).withoutLog()
    }

    private static func contents(_ path: String) throws(KeychainError) -> UnsafeMutableRawBufferPointer {
        let file = try Descriptor(openingOwn: path, O_RDONLY)
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw .system("read the status of", path) }
        let buffer = try allocate(Int(status.st_size))
        let result = file.read(into: buffer)
        guard result.errno == 0 else {
            sqlite3_free(buffer.baseAddress)
            throw .system("read", path, errno: result.errno)
        }
        return UnsafeMutableRawBufferPointer(rebasing: buffer[..<result.count])
    }

    static func allocate(_ count: Int) throws(KeychainError) -> UnsafeMutableRawBufferPointer {
        guard let start = sqlite3_malloc64(UInt64(max(1, count))) else {
            throw KeychainError(.allocate, "there is not enough memory")
        }
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Has the header say that there is no log: a database in memory has none (SQLite's file format, 1.3: the versions at 18 and 19).
    fileprivate func withoutLog() -> UnsafeMutableRawBufferPointer {
        if count >= 100, self[18] == 2, self[19] == 2 { (self[18], self[19]) = (1, 1) }
        return self
    }
}
