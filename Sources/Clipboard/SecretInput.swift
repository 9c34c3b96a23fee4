import Glibc
import LinuxSupport
import Secrets

/// The secret that another program writes to a descriptor.
package enum SecretInput {
    /// Reads until the end, and removes one trailing newline.
    ///
    /// - Throws: `unsuitable` if it cannot be read, or is longer than the clipboard allows.
    package static func read(_ descriptor: Int32) throws(ClipboardError) -> SecretBytes {
        // Two bytes more than the largest secret: its newline, and one that shows that it is too long.
        var all = SecretBytes(zeros: ClipboardContent.largest + 2)
        guard let count = all.withUnsafeMutableBytes({ read(descriptor, into: $0) }) else {
            throw ClipboardError(
                .unsuitable, "the secret cannot be read from standard input",
                remedy: "check the command that writes it, as in: chatelaine get SERVICE ACCOUNT | chatelaine clipboard"
            )
        }
        return all.withUnsafeBytes { bytes in
            let length = count > 0 && bytes[count - 1] == UInt8(ascii: "\n") ? count - 1 : count
            return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<length]))
        }
    }

    /// Fills the buffer until the end of the input. Returns `nil` if reading fails.
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
