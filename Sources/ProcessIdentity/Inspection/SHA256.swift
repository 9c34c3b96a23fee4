import CSodium
import Glibc

/// SHA-256 by libsodium.
struct SHA256: ~Copyable {
    /// In bytes.
    static let size = 32
    private var state = crypto_hash_sha256_state()

    init() { crypto_hash_sha256_init(&state) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        crypto_hash_sha256_update(&state, start.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
    }

    mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.size)
        crypto_hash_sha256_final(&state, &digest)
        return digest
    }

    /// Of the first `size` bytes of a file, or nil if it cannot be read or has fewer.
    static func digest(of file: borrowing Descriptor, size: UInt64) -> [UInt8]? {
        var hash = SHA256()
        var position: UInt64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while position < size {
            let wanted = Int(min(size - position, UInt64(buffer.count)))
            let (number, offset) = (file.number, off_t(position))
            let count = retrying { pread(number, buffer.baseAddress, wanted, offset) }
            guard count > 0 else { return nil }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            position += UInt64(count)
        }
        return hash.finish()
    }
}
