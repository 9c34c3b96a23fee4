import CSodium
import KeychainServices
import Secrets

/// Decrypts the content of a backup. Nothing is returned that was not authenticated.
final class ContentReader {
    private var state = crypto_secretstream_xchacha20poly1305_state()
    private var chunk = SecretBytes(zeros: ContentWriter.chunkSize)
    private var (start, end) = (0, 0)
    private var sealed = [UInt8](repeating: 0, count: ContentWriter.chunkSize + ContentWriter.overhead)
    private var associatedData: [UInt8]
    private var isFinished = false
    /// The bytes of the file that were read and are right.
    private(set) var position: UInt64
    private let read: (UnsafeMutableRawBufferPointer) throws -> Int

    /// Reads the stream's header.
    ///
    /// - Parameters:
    ///   - position: the size of the file's header.
    ///   - read: fills a buffer with the next bytes of the file, and returns their number, which is smaller only at its end.
    /// - Throws: `.notAvailable` for a file that is cut off.
    init(
        key: borrowing SecretBytes, header: BackupHeader, position: UInt64,
        read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws {
        associatedData = header.digest
        self.position = position
        self.read = read
        var start = [UInt8](repeating: 0, count: ContentWriter.headerSize)
        guard try start.withUnsafeMutableBytes({ try read($0) }) == start.count else {
            throw KeychainError.damagedBackup("it ends too early", at: position)
        }
        let isValid = key.withUnsafeBytes {
            crypto_secretstream_xchacha20poly1305_init_pull(&state, start, bytePointer($0))
        }
        guard isValid == 0 else { throw KeychainError.damagedBackup("its content", at: position) }
        self.position += UInt64(start.count)
    }

    deinit { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }

    /// Fills a buffer with plaintext.
    ///
    /// - Throws: `.notAvailable` if the content ends before, or was changed.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws {
        var rest = buffer[...]
        while !rest.isEmpty {
            if start == end { try pull() }
            let count = min(rest.count, end - start)
            guard count > 0 else { throw KeychainError.damagedBackup("it has less than its list says", at: position) }
            chunk.withUnsafeBytes { chunk in
                UnsafeMutableRawBufferPointer(rebasing: rest.prefix(count)).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: chunk[start..<start + count]))
            }
            start += count
            rest = rest.dropFirst(count)
        }
    }

    func bytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withUnsafeMutableBytes { try read(into: $0) }
        return bytes
    }

    /// Checks that the content ends here.
    ///
    /// - Throws: `.notAvailable` if more follows, or the last chunk is missing.
    func finish() throws {
        if start == end, !isFinished { try pull() }
        guard start == end, isFinished else {
            throw KeychainError.damagedBackup("it has more than its list says", at: position)
        }
        var one: UInt8 = 0
        guard try withUnsafeMutableBytes(of: &one, { try read($0) }) == 0 else {
            throw KeychainError.damagedBackup("something follows its end", at: position)
        }
    }

    private func pull() throws {
        guard !isFinished else { throw KeychainError.damagedBackup("it has less than its list says", at: position) }
        let count = try sealed.withUnsafeMutableBytes { try read($0) }
        guard count >= ContentWriter.overhead else {
            throw KeychainError.damagedBackup("it ends too early", at: position)
        }
        var tag: UInt8 = 0
        let result = chunk.withUnsafeMutableBytes { chunk in
            crypto_secretstream_xchacha20poly1305_pull(
                &state, bytePointer(chunk), nil, &tag, sealed, UInt64(count), associatedData,
                UInt64(associatedData.count))
        }
        // A file that was cut off, or lengthened, is read here with another length than the chunk was written with.
        guard result == 0, tag == 0 || tag == ContentWriter.finalTag, tag != 0 || count == sealed.count else {
            throw KeychainError.damagedBackup("its content", at: position)
        }
        associatedData = []
        isFinished = tag == ContentWriter.finalTag
        (start, end) = (0, count - ContentWriter.overhead)
        position += UInt64(count)
    }
}
