import Glibc
import LinuxSupport
import Secrets

/// A secret that another program writes for us.
public enum SecretInput {
    /// All that comes until the end, less one newline at it.
    ///
    /// - Throws: `unsuitable` if it cannot be read, or is longer than the clipboard takes.
    public static func read(_ descriptor: Int32) throws(ClipboardError) -> SecretBytes {
        // One more byte than the largest secret may come, its newline, and one that is too many.
        var all = SecretBytes(zeros: ClipboardContent.largest + 2)
        guard let count = all.withUnsafeMutableBytes({ read(descriptor, into: $0) }) else {
            throw ClipboardError(
                .unsuitable, "the secret cannot be read from standard input",
                remedy: "see where it comes from, as in: chatelaine get SERVICE ACCOUNT | chatelaine clipboard")
        }
        return all.withUnsafeBytes { bytes in
            let length = count > 0 && bytes[count - 1] == UInt8(ascii: "\n") ? count - 1 : count
            return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<length]))
        }
    }

    /// Fills the buffer as far as something comes. Nil if reading fails.
    private static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        var count = 0
        while count < buffer.count {
            let more = retrying {
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            guard more >= 0 else { return nil }
            guard more > 0 else { break }
            count += more
        }
        return count
    }
}
