import Foundation
import Glibc
import KeychainServices
import PasswordVault

/// The lookup of an attachment by name or by id.
enum AttachmentFinder {
    static func attachment(_ name: String, of item: VaultItem) throws -> Attachment {
        let id = UUID(uuidString: name)
        let found = item.attachments.filter { $0.name == name || $0.id == id }
        guard let first = found.first else {
            let names = item.attachments.map(\.name).joined(separator: ", ")
            throw Failure(
                .itemNotFound, "“\(item.title)” has no attachment “\(name)”",
                remedy: names.isEmpty ? "it has none; add one with: chatelaine vault attach add" : "it has: \(names)")
        }
        guard found.count == 1 else {
            throw Failure(
                .failed, "\(found.count) attachments are called “\(name)”",
                remedy: "name one by its id: \(found.map(\.id.text).joined(separator: ", "))")
        }
        return first
    }

    /// Returns the attachment's name as a file name that cannot lead to another directory.
    static func fileName(of attachment: Attachment) -> String {
        let name = attachment.name.replacingOccurrences(of: "/", with: "_")
        return name.isEmpty || name.hasPrefix(".") || name.contains("\0") ? "attachment" : name
    }
}

/// A file that is to become an attachment.
final class AttachmentSource {
    let progress: FileProgress
    private let descriptor: Int32
    private let size: Int
    private var done = 0

    /// - Throws: if the file is not a regular file, cannot be read, or is too large.
    init(_ path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw Failure(
                .failed, "“\(path)” cannot be read: \(String(cString: strerror(errno)))", remedy: "name another file")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Failure(
                .failed, "“\(path)” is not a file", remedy: "name a file; put a directory into an archive first")
        }
        guard status.st_size <= Vault.mostAttachment else {
            close(descriptor)
            throw Failure(
                .failed, "“\(path)” has more than \(Vault.mostAttachment >> 20) MiB",
                remedy: "encrypt it on its own: chatelaine protect")
        }
        size = status.st_size
        progress = FileProgress(path)
    }

    deinit { close(descriptor) }

    /// Returns the next bytes; none at the end.
    func read(atMost count: Int) throws -> Data {
        var data = Data(count: count)
        let got = try data.withUnsafeMutableBytes { try StandardInput.readSome(of: descriptor, into: $0) }
        done += got
        try progress.show(done, size)
        return data.prefix(got)
    }
}

/// The file that an attachment is written to.
final class AttachmentTarget {
    private let path: String
    private let descriptor: Int32

    /// - Throws: if the file cannot be created, or exists and may not be overwritten.
    init(_ path: String, isForced: Bool) throws {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (isForced ? O_TRUNC : O_EXCL)
        descriptor = open(path, flags, 0o600)
        self.path = path
        guard descriptor >= 0 else {
            let exists = errno == EEXIST
            throw Failure(
                .failed, "“\(path)” cannot be written: \(String(cString: strerror(errno)))",
                remedy: exists
                    ? "name another file with --output, or overwrite it with --force"
                    : "name another file with --output")
        }
    }

    deinit { close(descriptor) }

    func write(_ attachment: Attachment, of id: UUID, from vault: any VaultService) throws {
        let progress = FileProgress(path)
        defer { progress.end() }
        var done = 0
        try vault.readAttachment(attachment.id, of: id) { data throws(KeychainError) in
            let error = data.withUnsafeBytes { StandardStreams.writeAll($0, to: descriptor) }
            guard error == 0 else {
                throw KeychainError(
                    .io, "“\(path)” cannot be written: \(String(cString: strerror(error)))",
                    remedy: "name another file with --output")
            }
            done += data.count
            // The handler of Ctrl-C is not installed here, so nothing is cancelled by this.
            try? progress.show(done, attachment.size)
        }
    }

    /// Removes the file: an incomplete one is useless.
    func remove() { unlink(path) }
}
