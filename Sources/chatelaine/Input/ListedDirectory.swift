import CLinux
import DataProtection
import Glibc

/// The names in a directory, in bytes: one that is not text must not be taken for another, which replacement characters would make of it.
struct ListedDirectory {
    /// The names that are text, sorted.
    private(set) var names: [String] = []
    /// The number of protected files whose names are not text.
    private(set) var protectedFilesWithoutText = 0

    /// Reads a directory. Nil for anything else.
    init?(_ path: String) throws(Failure) {
        guard let stream = opendir(path) else {
            guard errno != ENOTDIR, errno != ENOENT else { return nil }
            throw Failure(.failed, "the directory “\(path)” cannot be read", remedy: "check who owns it")
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { add($0, in: dirfd(stream)) }
            }
        }
        names.sort()
    }

    private mutating func add(_ bytes: UnsafePointer<CChar>, in directory: Int32) {
        guard let name = String(validatingCString: bytes) else {
            if Self.isProtected(bytes, in: directory) { protectedFilesWithoutText += 1 }
            return
        }
        if name != ".", name != "..", !ProtectedFile.isUnfinished(name) { names.append(name) }
    }

    /// Whether the file is a protected one. It is opened by a descriptor, because no text leads to it.
    private static func isProtected(_ name: UnsafePointer<CChar>, in directory: Int32) -> Bool {
        let file = openat(directory, name, clinux_open_path | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return (try? FileInformation("/proc/self/fd/\(file)")) != nil
    }
}
