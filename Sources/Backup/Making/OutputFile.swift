import CLinux
import Foundation
import Glibc
import KeychainServices
import LinuxSupport

/// A file that is written under a temporary name, and gets its own when it is complete and durable: a process that ends at any moment leaves
/// the old file or the new one.
final class OutputFile {
    let path: String
    private let temporary: String
    private let overwrites: Bool
    private let file: Int32
    private var isPublished = false

    static let suffix = ".unfinished"

    /// Opens the file under its temporary name. What an interrupted process has left there is written again.
    ///
    /// - Parameter overwrites: whether a file of the name is replaced.
    /// - Throws: `.duplicateItem` if there is a file of the name; `.notAvailable` if the file cannot be written.
    init(_ path: String, overwrites: Bool) throws(KeychainError) {
        (self.path, self.overwrites) = (path, overwrites)
        temporary = path + Self.suffix
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw KeychainError(.notAvailable, "“\(path)” is not a regular file", remedy: "choose another name")
            }
            guard overwrites else { throw Self.exists(path) }
        }
        // A file that has another name as well is a backup that got its name just before its process ended.
        if lstat(temporary, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 { unlink(temporary) }
        let descriptor = try Descriptor(openingOwn: temporary, O_RDWR | O_CREAT)
        guard clinux_ofd_lock(descriptor.number, false) == 0, Self.isAt(temporary, descriptor.number) else {
            throw KeychainError(
                .notAvailable, "another process is writing “\(temporary)”", remedy: "wait until it is done")
        }
        var start = [UInt8](repeating: 0, count: BackupHeader.magic.count)
        let count = pread(descriptor.number, &start, start.count, 0)
        guard count == 0 || count > 0 && BackupHeader.magic.starts(with: start.prefix(count)) else {
            throw KeychainError(
                .notAvailable, "“\(temporary)” is a file of another kind",
                remedy: "move it away, or choose another name")
        }
        guard ftruncate(descriptor.number, 0) == 0 else { throw Self.failure("write", temporary) }
        file = descriptor.release()
    }

    deinit {
        // Not after it has its name: by then another process may write under the temporary one.
        if !isPublished { unlink(temporary) }
        close(file)
    }

    /// Whether an open file still has its name. The process that had its lock may have given it another.
    private static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
        var (open, named) = (stat(), stat())
        return fstat(descriptor, &open) == 0 && lstat(path, &named) == 0 && open.st_dev == named.st_dev
            && open.st_ino == named.st_ino
    }

    private static func exists(_ path: String) -> KeychainError {
        KeychainError(
            .duplicateItem, "there is a file “\(path)” already",
            remedy: "choose another name, or add --force to replace it")
    }

    private static func failure(_ action: String, _ path: String, _ code: Int32 = errno) -> KeychainError {
        let isFull = code == ENOSPC || code == EDQUOT
        return KeychainError(
            .notAvailable, "cannot \(action) “\(path)”: \(String(cString: strerror(code)))",
            remedy: isFull
                ? "free some space on the disk, or choose another one; nothing was changed"
                : "choose a place where you may write; nothing was changed")
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        try check(writeAll(bytes, to: file).errno)
    }

    func write(_ bytes: [UInt8]) throws(KeychainError) {
        try check(bytes.withUnsafeBytes { writeAll($0, to: file).errno })
    }

    private func check(_ code: Int32) throws(KeychainError) {
        guard code == 0 else { throw Self.failure("write", temporary, code) }
    }

    /// Makes what was written durable, and returns a reader of it.
    func synchronized() throws(KeychainError) -> InputFile {
        guard retrying({ fsync(file) }) == 0 else { throw Self.failure("write to disk", temporary) }
        return try InputFile(temporary)
    }

    /// Gives the file its name. Durable when this returns.
    func publish() throws(KeychainError) {
        if overwrites {
            guard rename(temporary, path) == 0 else { throw Self.failure("rename to", path) }
        } else {
            let code = clinux_rename_new(temporary, path)
            guard code != EEXIST else { throw Self.exists(path) }
            guard code == 0 else { throw Self.failure("rename to", path, code) }
        }
        isPublished = true
        let directory = (path as NSString).deletingLastPathComponent
        let descriptor = Descriptor(open(directory.isEmpty ? "." : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let descriptor else { return }
        // Some file systems cannot do that for a directory; the file is there.
        _ = descriptor.synchronize()
    }
}

/// A file that is read from its beginning.
final class InputFile {
    let path: String
    private let file: Int32
    /// The size when it was opened.
    let size: UInt64

    /// Opens any regular file.
    ///
    /// - Throws: `.notAvailable` if there is none, or it cannot be read.
    init(_ path: String) throws(KeychainError) {
        self.path = path
        do throws(OwnFile.Problem) {
            file = try OwnFile.openNamed(path).release()
        } catch {
            throw Self.failure(error, path)
        }
        var status = stat()
        size = fstat(file, &status) == 0 ? UInt64(clamping: status.st_size) : 0
    }

    deinit { close(file) }

    private static func failure(_ problem: OwnFile.Problem, _ path: String) -> KeychainError {
        switch problem {
        case .system(let code):
            KeychainError(
                .notAvailable, "cannot read “\(path)”: \(String(cString: strerror(code)))",
                remedy: "check the path, and whether the disk is there")
        default: KeychainError(.notAvailable, "“\(path)” is not a regular file", remedy: "name the backup’s file")
        }
    }

    /// Fills a buffer, and returns the number of bytes, which is smaller only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) -> Int {
        var count = 0
        while let start = buffer.baseAddress, count < buffer.count {
            let more = retrying { Glibc.read(file, start + count, buffer.count - count) }
            guard more >= 0 else { throw Self.failure(.system(errno), path) }
            if more == 0 { break }
            count += more
        }
        return count
    }

    func bytes(_ count: Int) throws(KeychainError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { buffer.deallocate() }
        return Array(buffer[..<(try read(into: buffer))])
    }
}
