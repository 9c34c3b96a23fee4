import CLinux
import Glibc

/// The functions that send frames.
package enum FrameSender {
    /// Sends one frame. The kernel reads its parts in place; no secret is copied.
    ///
    /// - Parameters:
    ///   - message: an encoded message.
    ///   - secrets: the pieces that follow it, in order.
    ///   - descriptor: a connected socket.
    ///   - waits: whether to wait if the peer is slow.
    ///   - progress: the number of bytes sent already; it is increased, also if this throws.
    /// - Throws: `.system(EAGAIN)` if sending would block and `waits` is false.
    package static func send(
        _ message: UnsafeRawBufferPointer, _ secrets: [UnsafeRawBufferPointer], to descriptor: Int32, waits: Bool,
        progress: inout Int
    ) throws(FrameError) {
        let secretLength = secrets.reduce(0) { $0 + $1.count }
        guard message.count + secretLength <= FrameHeader.maximumBodySize else { throw .tooLarge }
        var header = FrameHeader(messageLength: message.count, secretLength: secretLength).encoded
        // A pointer into this frame's own memory, which outlives the calls below.
        try withUnsafeBytes(of: &header) { (header) throws(FrameError) in
            var parts: [iovec] = []
            parts.reserveCapacity(secrets.count + 2)
            parts.append(part(header))
            parts.append(part(message))
            for secret in secrets { parts.append(part(secret)) }
            try send(parts, total: header.count + message.count + secretLength, to: descriptor, waits, &progress)
        }
    }

    private static func part(_ bytes: UnsafeRawBufferPointer) -> iovec {
        iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }

    private static func send(
        _ parts: [iovec], total: Int, to descriptor: Int32, _ waits: Bool, _ progress: inout Int
    ) throws(FrameError) {
        while progress < total {
            let rest = progress == 0 ? parts : remaining(parts, after: progress)
            let sent = clinux_send(descriptor, rest, Int32(rest.count), waits)
            guard sent >= 0 else {
                switch Int32(-sent) {
                case EPIPE, ECONNRESET: throw .closed
                // SO_SNDTIMEO has expired.
                case EAGAIN where waits: throw .tooSlow
                case let code: throw .system(code)
                }
            }
            progress += sent
        }
    }

    private static func remaining(_ parts: [iovec], after sent: Int) -> [iovec] {
        var skip = sent
        return parts.compactMap { part in
            guard skip < part.iov_len else {
                skip -= part.iov_len
                return nil
            }
            defer { skip = 0 }
            return iovec(iov_base: part.iov_base.map { $0 + skip }, iov_len: part.iov_len - skip)
        }
    }
}
