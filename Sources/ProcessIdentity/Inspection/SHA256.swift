import Crypto
import Glibc
import LinuxSupport

/// SHA-256 by swift-crypto, which uses the processor's SHA instructions if it has any: programs can be large.
struct SHA256: ~Copyable {
    /// The length of a hash in bytes.
    static let size = 32
    private var state = Crypto.SHA256()

    mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    consuming func finish() -> [UInt8] { Array(state.finalize()) }

    /// Returns the hash of the first `size` bytes of a file, or `nil` if it cannot be read or is shorter.
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
