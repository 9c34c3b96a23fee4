import CLinux
import Glibc

/// The extended attributes of a file (xattr(7)).
enum ExtendedAttributes {
    /// The kernel's limit for the list of a file's attribute names, and for one value.
    private static let mostBytes = 65536

    /// Returns the names of a file's attributes; none if the file system does not support attributes.
    static func names(of file: OpenFile) throws(ProtectedFileError) -> [String] {
        var buffer = [CChar](repeating: 0, count: mostBytes)
        let count = flistxattr(file.descriptor, &buffer, buffer.count)
        guard count >= 0 else {
            guard errno == ENOTSUP else { throw .system("read the attributes of", file.path) }
            return []
        }
        return buffer[..<count].split(separator: 0).map { name in
            String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    static func copy(
        _ name: String, from old: OpenFile, to new: OpenFile
    ) throws(ProtectedFileError) {
        var value = [UInt8](repeating: 0, count: mostBytes)
        let count = fgetxattr(old.descriptor, name, &value, value.count)
        // Removed in the meantime.
        guard count >= 0 else { return }
        guard fsetxattr(new.descriptor, name, value, count, 0) == 0 || errno == ENOTSUP else {
            throw .system("keep the attributes of", new.path)
        }
    }
}
