import CSodium
import KeychainServices
import Secrets

/// Encrypts the content of a backup: libsodium's secretstream (XChaCha20-Poly1305) in chunks, the last of which is marked.
///
/// Specified in: Docs/backup-format.md, “Content”.
final class ContentWriter {
    static let chunkSize = 64 << 10
    static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)
    static let headerSize = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
    static let finalTag = UInt8(crypto_secretstream_xchacha20poly1305_TAG_FINAL)

    private var state = crypto_secretstream_xchacha20poly1305_state()
    private var chunk = SecretBytes(zeros: chunkSize)
    private var count = 0
    private var sealed = [UInt8](repeating: 0, count: chunkSize + overhead)
    /// The digest of the header, which the first chunk authenticates.
    private var associatedData: [UInt8]
    private let write: (UnsafeRawBufferPointer) throws -> Void

    /// Writes the stream's header.
    ///
    /// - Parameter write: takes the bytes of the file.
    init(key: borrowing SecretBytes, header: BackupHeader, write: @escaping (UnsafeRawBufferPointer) throws -> Void)
        throws
    {
        associatedData = header.digest
        self.write = write
        var start = [UInt8](repeating: 0, count: Self.headerSize)
        key.withUnsafeBytes {
            _ = crypto_secretstream_xchacha20poly1305_init_push(
                &state, &start, bytePointer($0))
        }
        try start.withUnsafeBytes { try write($0) }
    }

    deinit { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }

    /// Adds plaintext.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A full chunk is written when more follows, so that the last one is known when it is written.
            if count == Self.chunkSize { try flush(isLast: false) }
            let part = rest.prefix(Self.chunkSize - count)
            chunk.withUnsafeMutableBytes { chunk in
                UnsafeMutableRawBufferPointer(rebasing: chunk[count...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: part))
            }
            count += part.count
            rest = rest.dropFirst(part.count)
        }
    }

    func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }

    /// Writes the last chunk.
    func finish() throws { try flush(isLast: true) }

    private func flush(isLast: Bool) throws {
        let tag = isLast ? Self.finalTag : 0
        chunk.withUnsafeBytes { chunk in
            _ = crypto_secretstream_xchacha20poly1305_push(
                &state, &sealed, nil, bytePointer(chunk), UInt64(count),
                associatedData, UInt64(associatedData.count), tag)
        }
        associatedData = []
        try sealed.withUnsafeBytes { try write(UnsafeRawBufferPointer(rebasing: $0[..<(count + Self.overhead)])) }
        count = 0
    }
}
