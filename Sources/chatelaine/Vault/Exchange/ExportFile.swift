import Foundation
import Glibc
import LinuxSupport
import VaultExchange

/// The file that an export writes: complete under its name, or not there.
final class ExportFile: ExportDestination {
    let directory: String? = nil
    private let path: String
    private let temporary: String
    private let replaces: Bool
    private var descriptor: Int32

    /// - Throws: if the file exists and may not be replaced, or its directory cannot be written.
    init(_ path: String, replacing: Bool) throws {
        (self.path, replaces) = (path, replacing)
        guard replacing || access(path, F_OK) != 0 else { throw Self.exists(path) }
        temporary = "\(path).\(UUID().uuidString.prefix(8)).unfinished"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.unwritable(path, errno) }
    }

    deinit { remove() }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        let error = StandardStreams.writeAll(bytes, to: descriptor)
        guard error == 0 else { throw Self.unwritable(path, error) }
    }

    /// Gives the file its name. It is on the disk when this returns.
    func finish() throws {
        guard fsync(descriptor) == 0 else { throw Self.unwritable(path, errno) }
        // A file of this name that came meanwhile is kept, unless it may be replaced.
        if replaces {
            guard rename(temporary, path) == 0 else { throw Self.unwritable(path, errno) }
        } else {
            guard link(temporary, path) == 0 else {
                throw errno == EEXIST ? Self.exists(path) : Self.unwritable(path, errno)
            }
            unlink(temporary)
        }
        close(descriptor)
        descriptor = -1
        Self.synchronizeDirectory(of: path)
    }

    private func remove() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(temporary)
    }

    private static func synchronizeDirectory(of path: String) {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    static func exists(_ path: String) -> Failure {
        Failure(.failed, "“\(path)” exists", remedy: "name another file, or replace it with --force")
    }

    private static func unwritable(_ path: String, _ code: Int32) -> Failure {
        Failure(
            .failed, "“\(path)” cannot be written: \(String(cString: strerror(code)))",
            remedy: "name a file where there is room and you may write; nothing was left")
    }
}

/// The directory that an export writes.
final class ExportDirectory: ExportDestination {
    let directory: String?

    /// - Throws: if it is neither empty nor missing.
    init(_ path: String) throws {
        directory = path
        guard mkdir(path, 0o700) != 0 else { return }
        guard errno == EEXIST, let names = try? FileManager.default.contentsOfDirectory(atPath: path),
            names.allSatisfy({ $0 == ".gpg-id" || $0 == ".git" })
        else {
            throw Failure(
                .failed, "“\(path)” is not an empty directory", remedy: "name one that is empty or does not exist yet")
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        throw ExchangeError(.io, "a directory is written file by file")
    }
}
