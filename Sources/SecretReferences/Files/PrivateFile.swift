import CLinux
import Glibc
import LinuxSupport
import Secrets

/// A file with secrets that only its owner can read, written as a whole or not at all.
public enum PrivateFile {
    /// Writes a file with mode 0600. The bytes go to a new file in the same directory, which takes the name once they are on the disk: the file
    /// has its old content or the new one. A symbolic link is replaced, and what it leads to stays as it is. A device or a pipe is written to.
    ///
    /// - Throws: ``SecretReferenceError`` if the path is a directory or a socket, or if it cannot be written.
    public static func write(_ bytes: borrowing SecretBytes, to path: String) throws(SecretReferenceError) {
        try bytes.withUnsafeBytes { (bytes) throws(SecretReferenceError) in
            switch try kind(of: path) {
            case S_IFREG, S_IFLNK: try replace(path, bytes)
            case S_IFCHR, S_IFIFO: try writeThrough(path, bytes)
            default:
                throw SecretReferenceError(
                    "“\(path)” is neither a file nor a device or a pipe", remedy: "name a file with -o, or leave -o out"
                )
            }
        }
    }

    /// The kind of what has the name; a regular file if there is nothing.
    private static func kind(of path: String) throws(SecretReferenceError) -> mode_t {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return S_IFREG }
            throw failed(path, errno)
        }
        return status.st_mode & S_IFMT
    }

    private static func replace(_ path: String, _ bytes: UnsafeRawBufferPointer) throws(SecretReferenceError) {
        let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = "\(directory)/.chatelaine-\(hexadecimal(SecureRandom.bytes(8)))"
        guard let file = Descriptor(open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)) else {
            throw failed(path, errno)
        }
        var code: Int32 = 0
        // The umask can only take permissions away, also those of the owner.
        if fchmod(file.number, 0o600) != 0 { code = errno }
        if code == 0 { code = file.write(bytes).errno }
        if code == 0 { code = file.synchronize() }
        if code == 0, rename(name, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(name)
            throw failed(path, code)
        }
        if let parent = Descriptor(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) { _ = parent.synchronize() }
    }

    private static func writeThrough(_ path: String, _ bytes: UnsafeRawBufferPointer) throws(SecretReferenceError) {
        guard let file = Descriptor(retrying { open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW) }) else {
            throw failed(path, errno)
        }
        var status = stat()
        guard fstat(file.number, &status) == 0, [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT) else {
            throw failed(path, EINVAL)
        }
        let code = file.write(bytes).errno
        guard code == 0 else { throw failed(path, code) }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func failed(_ path: String, _ code: Int32) -> SecretReferenceError {
        SecretReferenceError(
            "“\(path)” cannot be written: \(String(cString: strerror(code)))",
            remedy: "nothing was written; name another file")
    }
}
