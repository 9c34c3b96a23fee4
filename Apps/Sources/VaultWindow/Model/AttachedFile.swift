import Foundation
import Glibc
import KeychainServices
import PasswordVault

/// The reason why a file cannot be attached or written.
enum AttachedFileError: Error {
    case unreadable, noFile, tooLarge, unwritable
}

/// A file that is to be attached. Blocks: must not be used on the main thread.
final class FileToAttach {
    let name: String
    private let descriptor: Int32

    /// - Throws: ``AttachedFileError`` if the file is not a regular file, cannot be read, or is too large.
    init(_ path: String) throws(AttachedFileError) {
        name = URL(fileURLWithPath: path).lastPathComponent
        // A FIFO or a device must not block this program.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .noFile }
        guard status.st_size <= Vault.mostAttachment else { throw .tooLarge }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns the next bytes; none at the end.
    func read(atMost count: Int) throws(AttachedFileError) -> Data {
        var data = Data(count: count)
        let got = data.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard got >= 0 else { throw .unreadable }
        return data.prefix(got)
    }
}

/// A file for secret data that no other user can read. It gets its name only after all of it is written. Blocks.
final class FileToWrite {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private var isDone = false

    init(_ path: String) throws(AttachedFileError) {
        let place = URL(fileURLWithPath: path)
        self.path = path
        temporary = place.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part").path
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isDone { unlink(temporary) }
    }

    func write(_ data: Data) throws(AttachedFileError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .unwritable }
            rest = rest.dropFirst(count)
        }
    }

    /// Gives the complete file its name.
    func finish() throws(AttachedFileError) {
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw .unwritable }
        isDone = true
    }
}

extension Attachment {
    /// The attachment's name as a file name that cannot lead to another directory.
    var fileName: String {
        let name = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 }.prefix(200))
        return name.isEmpty || name.hasPrefix(".") ? "attachment" : name
    }
}
