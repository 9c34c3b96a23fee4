import Crypto
import Foundation
import Glibc
import KeyManagement
import KeychainServices

/// A protected file, open for reading: from any place, in any amount.
///
/// It goes on with what it has opened when the file is replaced. If the file has the class `complete`, nothing can be read
/// while the keychain is locked, and again when it is unlocked; of the other classes an open file stays open. Not for two threads at once.
public final class ProtectedFileReader {
    /// Bytes of content. It is known to be all: the end of the file was checked.
    public var length: Int { chunks.length }
    /// When the file can be read.
    public var protection: FileProtectionType { header.key.fileClass.type }
    /// Where the next read begins that does not say where; a number of bytes.
    public private(set) var offset = 0

    let header: FileHeader
    private let file: OpenFile
    private let chunks: Chunks
    private let key: ContentKey
    /// Sealed chunks as they are in the file.
    private let sealed = Scratch(mostAtOnce * Chunks.sealedSize)
    /// The content of the chunk that was read last in part.
    private let kept = Scratch(Chunks.size)
    private var keptChunk: Int?

    /// Chunks that are read at once: 1 MiB.
    private static let mostAtOnce = 16

    /// Opens a file of this user's keychain.
    ///
    /// - Parameter url: the file; symbolic links are followed.
    /// - Throws: `EACCES` if its class is locked; `EINVAL` if it is no protected file; `EBADMSG` if it is not what was written.
    public convenience init(_ url: URL) throws(ProtectedFileError) {
        try self.init(ProtectedFile.path(of: url), keys: ProtectedFile.currentKeys(url.path))
    }

    /// - Parameter keys: the keychain that has wrapped the file's key.
    /// - Throws: as ``init(_:)``.
    package init(_ path: String, keys: any FileKeys) throws(ProtectedFileError) {
        file = try OpenFile(path)
        header = try file.headers().current
        let size = try Int(file.status().st_size)
        guard let chunks = Chunks(fileSize: size) else { throw .damaged(path, "it was cut off") }
        self.chunks = chunks
        key = try ContentKey(opening: header.key, keys: keys, path: path)
        // The last chunk says that it is the last: so the length is true.
        try keep(chunks.count - 1)
    }

    /// Reads from a place.
    ///
    /// - Parameters:
    ///   - position: bytes from the start of the content.
    ///   - count: how many bytes at most.
    /// - Returns: fewer only at the end.
    /// - Throws: `EACCES` if the class is locked by now; `EBADMSG` if the file is not what was written.
    public func read(at position: Int, count: Int) throws(ProtectedFileError) -> Data {
        guard position >= 0, count >= 0 else { throw .system("read", file.path, errno: EINVAL) }
        var data = Data(count: min(count, max(length - position, 0)))
        _ = try data.withUnsafeMutableBytes { buffer in
            Result { () throws(ProtectedFileError) in try read(into: buffer, at: position) }
        }.get()
        return data
    }

    /// Reads on from where the last reading ended.
    ///
    /// - Parameter count: how many bytes at most.
    /// - Returns: fewer only at the end; nothing there.
    /// - Throws: as ``read(at:count:)``.
    public func read(upToCount count: Int) throws(ProtectedFileError) -> Data {
        let data = try read(at: offset, count: count)
        offset += data.count
        return data
    }

    /// Reads all that is left.
    ///
    /// - Throws: as ``read(at:count:)``.
    public func readToEnd() throws(ProtectedFileError) -> Data { try read(upToCount: .max) }

    /// Goes to a place for the next read.
    ///
    /// - Parameter position: bytes from the start of the content; past the end there is nothing to read.
    public func seek(toOffset position: Int) { offset = max(position, 0) }

    /// Reads from a place until `buffer` is full or the content ends.
    ///
    /// - Returns: how many bytes.
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
            // Asked for anew each time: the lock may have come.
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

    /// How many chunks fit, the last one with as much as it has.
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

    /// Opens chunks that follow each other.
    ///
    /// - Returns: bytes of content.
    private func open(
        _ first: Int, _ count: Int, _ key: SymmetricKey, into output: UnsafeMutableRawBufferPointer
    ) throws(ProtectedFileError) -> Int {
        let last = first + count - 1
        let length = (count - 1) * Chunks.size + chunks.length(of: last)
        let part = UnsafeMutableRawBufferPointer(rebasing: sealed.bytes[..<(length + count * Chunks.overhead)])
        guard try file.read(into: part, at: chunks.offset(of: first)) == part.count else {
            throw .damaged(file.path, "it was cut off")
        }
        for number in first...last {
            let (start, size) = (number - first, chunks.length(of: number))
            let chunk = part[start * Chunks.sealedSize..<start * Chunks.sealedSize + size + Chunks.overhead]
            let opened = ChunkCipher.open(
                UnsafeRawBufferPointer(rebasing: chunk), number: number, isLast: chunks.isLast(number), key: key,
                into: UnsafeMutableRawBufferPointer(rebasing: output[start * Chunks.size..<start * Chunks.size + size]))
            guard opened else { throw .damaged(file.path, "a part of it is not what was written there") }
        }
        return length
    }
}

extension OpenFile {
    /// What the file begins with.
    ///
    /// - Throws: `EINVAL` if it is no protected file, `EOPNOTSUPP` if it is one of a later version.
    func headers() throws(ProtectedFileError) -> HeaderCopies {
        let start = Scratch(HeaderCopies.size)
        let count = try read(into: start.bytes, at: 0)
        do throws(FileHeader.Failure) {
            return try HeaderCopies(UnsafeRawBufferPointer(rebasing: start.bytes[..<count]))
        } catch {
            switch error {
            case .foreign:
                throw ProtectedFileError(
                    .EINVAL, "“\(path)” is not a protected file", remedy: "protect it with: chatelaine protect")
            case .later(let version):
                throw ProtectedFileError(
                    .EOPNOTSUPP, "“\(path)” was written by a later release (format \(version))",
                    remedy: "upgrade chatelaine")
            case .damaged: throw .damaged(path, "its beginning is not what was written")
            }
        }
    }
}
