import Crypto
import Foundation
import Glibc
import KeyManagement
import KeychainServices

/// A protected file, open for reading at any position, in any amount.
///
/// It keeps reading the file that it has opened when that file is replaced. If the file has the class `complete`, nothing can
/// be read while the keychain is locked, and reading works again when it is unlocked; open files of other classes stay readable. Not
/// thread-safe.
public final class ProtectedFileReader {
    /// The number of content bytes. It is authenticated: the end of the file was checked.
    public var length: Int { chunks.length }
    /// The file's protection class.
    public var protection: FileProtectionType { header.key.fileClass.type }
    /// The position of the next sequential read, in bytes.
    public private(set) var offset = 0

    let header: FileHeader
    private let file: OpenFile
    private let chunks: Chunks
    private let key: ContentKey
    /// Sealed chunks as read from the file.
    private let sealed = WipedBuffer(mostAtOnce * Chunks.sealedSize)
    /// The content of the last chunk that was read in part.
    private let kept = WipedBuffer(Chunks.size)
    private var keptChunk: Int?

    /// The number of chunks that are read at once: 1 MiB.
    private static let mostAtOnce = 16

    /// Opens a file of this user's keychain.
    ///
    /// - Parameter url: the file; symbolic links are followed.
    /// - Throws: `EACCES` if its class is locked; `EINVAL` if it is not a protected file; `EBADMSG` if it is damaged.
    public convenience init(_ url: URL) throws(ProtectedFileError) {
        try self.init(ProtectedFile.path(of: url), keys: ProtectedFile.currentKeys(url.path))
    }

    /// Opens a file with keys of any keychain.
    ///
    /// - Parameter keys: the keychain that has wrapped the file's key.
    /// - Throws: as ``init(_:)``.
    package init(_ path: String, keys: any FileKeys) throws(ProtectedFileError) {
        file = try OpenFile(path)
        header = try file.headers().current
        let size = try Int(file.status().st_size)
        guard let chunks = Chunks(fileSize: size) else { throw .damaged(path, "it was truncated") }
        self.chunks = chunks
        key = try ContentKey(opening: header.key, keys: keys, path: path)
        // The last chunk is authenticated as the last one, and with it the length.
        try keep(chunks.count - 1)
    }

    /// Reads at a position.
    ///
    /// - Parameters:
    ///   - position: bytes from the start of the content.
    ///   - count: the maximum number of bytes.
    /// - Returns: `count` bytes; fewer only at the end.
    /// - Throws: `EACCES` if the class has been locked since; `EBADMSG` if the file is damaged.
    public func read(at position: Int, count: Int) throws(ProtectedFileError) -> Data {
        guard position >= 0, count >= 0 else { throw .system("read", file.path, errno: EINVAL) }
        var data = Data(count: min(count, max(length - position, 0)))
        _ = try data.withUnsafeMutableBytes { buffer in
            Result { () throws(ProtectedFileError) in try read(into: buffer, at: position) }
        }.get()
        return data
    }

    /// Reads on from the end of the last read.
    ///
    /// - Parameter count: the maximum number of bytes.
    /// - Returns: `count` bytes; fewer only near the end, none at the end.
    /// - Throws: as ``read(at:count:)``.
    public func read(upToCount count: Int) throws(ProtectedFileError) -> Data {
        let data = try read(at: offset, count: count)
        offset += data.count
        return data
    }

    /// Reads the rest of the content.
    ///
    /// - Throws: as ``read(at:count:)``.
    public func readToEnd() throws(ProtectedFileError) -> Data { try read(upToCount: .max) }

    /// Sets the position of the next sequential read.
    ///
    /// - Parameter position: bytes from the start of the content; past the end there is nothing to read.
    public func seek(toOffset position: Int) { offset = max(position, 0) }

    /// Reads at a position until `buffer` is full or the content ends.
    ///
    /// - Returns: the number of bytes read.
    /// - Throws: as ``read(at:count:)``.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at position: Int
    ) throws(ProtectedFileError) -> Int {
        guard position >= 0, position < length else { return 0 }
        let total = min(buffer.count, length - position)
        var done = 0
        while done < total {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<total])
            let (chunk, inside) = (position + done).quotientAndRemainder(dividingBy: Chunks.size)
            // The key is requested for each part, because the keychain may have been locked in between.
            done += try key.use { (key) throws(ProtectedFileError) in
                let whole = inside == 0 ? wholeChunks(from: chunk, in: rest.count) : 0
                if whole > 0 { return try open(chunk, whole, key, into: rest) }
                try keep(chunk, key)
                let count = min(rest.count, chunks.length(of: chunk) - inside)
                rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: kept.bytes[inside..<inside + count]))
                return count
            }
        }
        return total
    }

    // MARK: - Chunks

    /// Returns the number of whole chunks that fit into `room`; the last chunk of the file counts with its own length.
    private func wholeChunks(from chunk: Int, in room: Int) -> Int {
        let some = min(room / Chunks.size, chunks.count - chunk, Self.mostAtOnce)
        let next = chunk + some
        guard some < Self.mostAtOnce, next < chunks.count, chunks.isLast(next),
            chunks.length(of: next) <= room - some * Chunks.size
        else { return some }
        return some + 1
    }

    private func keep(_ chunk: Int) throws(ProtectedFileError) {
        try key.use { (key) throws(ProtectedFileError) in try keep(chunk, key) }
    }

    private func keep(_ chunk: Int, _ key: SymmetricKey) throws(ProtectedFileError) {
        guard keptChunk != chunk else { return }
        keptChunk = nil
        _ = try open(chunk, 1, key, into: kept.first(Chunks.size))
        keptChunk = chunk
    }

    /// Opens consecutive chunks.
    ///
    /// - Returns: the number of content bytes.
    private func open(
        _ first: Int, _ count: Int, _ key: SymmetricKey, into output: UnsafeMutableRawBufferPointer
    ) throws(ProtectedFileError) -> Int {
        let last = first + count - 1
        let length = (count - 1) * Chunks.size + chunks.length(of: last)
        let part = UnsafeMutableRawBufferPointer(rebasing: sealed.bytes[..<(length + count * Chunks.overhead)])
        guard try file.read(into: part, at: chunks.offset(of: first)) == part.count else {
            throw .damaged(file.path, "it was truncated")
        }
        for number in first...last {
            let (start, size) = (number - first, chunks.length(of: number))
            let chunk = part[start * Chunks.sealedSize..<start * Chunks.sealedSize + size + Chunks.overhead]
            let opened = ChunkCipher.open(
                UnsafeRawBufferPointer(rebasing: chunk), number: number, isLast: chunks.isLast(number), key: key,
                into: UnsafeMutableRawBufferPointer(rebasing: output[start * Chunks.size..<start * Chunks.size + size]))
            guard opened else { throw .damaged(file.path, "a part of its content is damaged") }
        }
        return length
    }
}

extension OpenFile {
    /// Reads the headers at the start of the file.
    ///
    /// - Throws: `EINVAL` if it is not a protected file, `EOPNOTSUPP` if it is one of a later version.
    func headers() throws(ProtectedFileError) -> HeaderCopies {
        let start = WipedBuffer(HeaderCopies.size)
        let count = try read(into: start.bytes, at: 0)
        do throws(FileHeader.Failure) {
            return try HeaderCopies(UnsafeRawBufferPointer(rebasing: start.bytes[..<count]))
        } catch {
            switch error {
            case .notProtected:
                throw ProtectedFileError(
                    .EINVAL, "“\(path)” is not a protected file", remedy: "protect it with: chatelaine protect")
            case .laterVersion(let version):
                throw ProtectedFileError(
                    .EOPNOTSUPP, "“\(path)” was written by a later release (format \(version))",
                    remedy: "upgrade chatelaine")
            case .damaged: throw .damaged(path, "its header is damaged")
            }
        }
    }
}
