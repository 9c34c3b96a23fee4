import Crypto
import Foundation
import KeyManagement
import KeychainServices

/// A protected file that is being written sequentially. It replaces its target when ``finish()`` returns; until then, and if
/// that is never called, the file that was there before stays.
///
/// If the file has the class `complete`, nothing can be written while the keychain is locked. Not thread-safe.
public final class ProtectedFileWriter {
    /// The file's protection class.
    public var protection: FileProtectionType { key.wrapped.fileClass.type }
    /// The number of content bytes so far.
    public private(set) var length = 0

    private let replacement: Replacement
    private let path: String
    private let key: ContentKey
    /// The chunk that is not written yet, because it may be the last one until more content follows.
    private let pending = WipedBuffer(Chunks.size)
    private var pendingCount = 0
    /// The number of the next chunk.
    private var next = 0
    /// Whether it takes nothing more: it has finished, or a write has failed.
    private var isOver = false

    /// The number of chunks that are written at once: 1 MiB.
    private static let mostAtOnce = 16

    /// Begins a new file, or one that replaces another. A new file has the mode 0600; one that replaces another keeps owner, mode,
    /// access list and the user's extended attributes.
    ///
    /// - Parameters:
    ///   - url: its location. A symbolic link stays, and its target is replaced.
    ///   - protection: the file's protection class.
    /// - Throws: `EACCES` if the class is locked; `EINVAL` if the existing file is not a regular file.
    public convenience init(
        _ url: URL, protection: FileProtectionType = .completeUntilFirstUserAuthentication
    ) throws(ProtectedFileError) {
        let path = try ProtectedFile.path(of: url)
        try self.init(
            path, fileClass: FileProtectionClass(protection), keys: ProtectedFile.currentKeys(path))
    }

    /// Begins a file with keys of any keychain.
    ///
    /// - Parameters:
    ///   - group: the access group that reading requires; nil for the program's first group.
    ///   - keys: the keychain that wraps the file's key.
    /// - Throws: as ``init(_:protection:)``.
    package init(
        _ path: String, fileClass: FileProtectionClass, group: String? = nil, keys: any FileKeys
    ) throws(ProtectedFileError) {
        self.path = path
        key = try ContentKey(makingFor: fileClass, group: group, keys: keys, path: path)
        replacement = try Replacement(of: path)
        let header = FileHeader(sequence: 1, key: key.wrapped).encoded()
        try replacement.file.write(header + header, at: 0)
    }

    /// Appends to the content.
    ///
    /// - Throws: `EACCES` if the class has been locked since; the system's error, such as for a full disk. A write that fails after it has
    ///   begun to seal ends the file: all later calls throw `EBADF`, and the file that was there before stays.
    public func write(contentsOf data: some DataProtocol) throws(ProtectedFileError) {
        for region in data.regions {
            try region.withUnsafeBytes { bytes in
                Result { () throws(ProtectedFileError) in try write(bytes) }
            }.get()
        }
    }

    /// Appends to the content, as ``write(contentsOf:)``.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(ProtectedFileError) {
        guard !isOver else { throw .system("write", path, errno: EBADF) }
        var rest = bytes[...]
        while !rest.isEmpty {
            // More content follows, so the pending chunk is not the last.
            if pendingCount == Chunks.size { try writePending(isLast: false) }
            let whole = min((rest.count - 1) / Chunks.size, Self.mostAtOnce) * Chunks.size
            if pendingCount == 0, whole > 0 {
                try write(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)), endsContent: false)
                rest = rest.dropFirst(whole)
            } else {
                let part = rest.prefix(Chunks.size - pendingCount)
                let room = pending.first(pendingCount + part.count)[pendingCount...]
                UnsafeMutableRawBufferPointer(rebasing: room).copyBytes(from: part)
                pendingCount += part.count
                rest = rest.dropFirst(part.count)
            }
        }
        length += bytes.count
    }

    /// Ends the content, makes it durable and replaces the target.
    ///
    /// - Throws: as ``write(contentsOf:)``. The file that was there before stays in that case.
    public func finish() throws(ProtectedFileError) {
        guard !isOver else { throw .system("write", path, errno: EBADF) }
        try writePending(isLast: true)
        isOver = true
        try replacement.commit()
    }

    private func writePending(isLast: Bool) throws(ProtectedFileError) {
        try write(UnsafeRawBufferPointer(rebasing: pending.bytes[..<pendingCount]), endsContent: isLast)
        pendingCount = 0
    }

    /// Seals and writes content: whole chunks, unless the file ends with it.
    private func write(_ content: UnsafeRawBufferPointer, endsContent: Bool) throws(ProtectedFileError) {
        next += try key.use { (key) throws(ProtectedFileError) in
            let job = SealingJob(
                content: content, file: replacement.file, first: next, endsContent: endsContent, key: key)
            // The numbers of these chunks are their nonces. If not all of them are written, some may be, and other content under the same
            // numbers would use a nonce twice.
            isOver = true
            try job.run()
            isOver = false
            return job.count
        }
    }
}
