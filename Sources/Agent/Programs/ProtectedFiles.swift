import CLinux
import Foundation
import Glibc

/// Opens files that one user alone, root, can have written: every directory on the way as well as the file.
struct ProtectedFiles: Sendable {
    /// The reason why a file does not count, for people.
    struct Distrust: Error {
        let reason: String
    }

    /// The user who has to own them.
    let owner: uid_t
    /// The directory below which all directories are checked; those above it are not.
    let root: String

    /// Returns the names in a directory that has to be protected, sorted; `nil` if there is no such directory.
    func names(in directory: String, limit: Int) throws(Distrust) -> [String]? {
        guard let name = try open(directory: directory) else { return nil }
        defer { close(name) }
        let descriptor = openat(name, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            throw Self.failure
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let entry = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(entry)
            guard names.count <= limit else { throw Distrust(reason: "it has more than \(limit) files") }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the contents of a file in a protected directory.
    func contents(of name: String, in directory: String, limit: Int) throws(Distrust) -> Data {
        guard let parent = try open(directory: directory) else { throw Self.failure }
        defer { close(parent) }
        // Without waiting: a pipe may have no writer.
        let descriptor = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure }
        defer { close(descriptor) }
        try check(descriptor, isDirectory: false)
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count <= limit {
            let got = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + count }, limit + 1 - count)
            }
            guard got >= 0 else { throw Self.failure }
            if got == 0 { break }
            count += got
        }
        guard count <= limit else { throw Distrust(reason: "it is larger than \(limit >> 10) KiB") }
        return Data(bytes[..<count])
    }

    /// Opens a directory from the root on without following a link, so that the file that was checked is the one that is opened. The
    /// directories are only named (`O_PATH`): this process may not be allowed to read those on the way.
    private func open(directory path: String) throws(Distrust) -> Int32? {
        guard path == root || path.hasPrefix(root.hasSuffix("/") ? root : root + "/") else {
            throw Distrust(reason: "it is not below “\(root)”")
        }
        let flags = clinux_open_path | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var current = Glibc.open(root, flags)
        for part in path.dropFirst(root.count).split(separator: "/") {
            let parent = current
            guard parent >= 0 else { break }
            defer { close(parent) }
            try check(parent, isDirectory: true)
            current = openat(parent, String(part), flags)
        }
        guard current >= 0 else {
            guard errno == ENOENT else { throw Self.failure }
            return nil
        }
        do {
            try check(current, isDirectory: true)
        } catch {
            close(current)
            throw error
        }
        return current
    }

    private func check(_ descriptor: Int32, isDirectory: Bool) throws(Distrust) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure }
        guard status.st_mode & S_IFMT == (isDirectory ? S_IFDIR : S_IFREG) else {
            throw Distrust(reason: "it is not a regular file")
        }
        let what = isDirectory ? "it, or a directory above it," : "it"
        guard status.st_uid == owner else { throw Distrust(reason: "\(what) does not belong to root") }
        guard status.st_mode & 0o022 == 0 else { throw Distrust(reason: "\(what) can be written by others than root") }
    }

    /// The error of the call that has just failed.
    private static var failure: Distrust {
        let code = errno
        let isLink = code == ELOOP || code == ENOTDIR
        return Distrust(reason: isLink ? "it is, or lies behind, a symbolic link" : String(cString: strerror(code)))
    }
}
