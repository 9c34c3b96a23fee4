import CLinux
import Glibc

/// One packet that was received over a socket which preserves packet boundaries (`SOCK_SEQPACKET`).
package struct Packet: ~Copyable {
    /// The bytes, up to the capacity.
    package let bytes: [UInt8]
    /// The length of the whole packet.
    package let length: Int
    /// The descriptor that was sent with it.
    package let attached: Descriptor?

    /// Returns the descriptor that was sent with it, without the rest.
    package consuming func takeAttached() -> Descriptor? { attached }

    /// Waits for a packet; `nil` at the end of the connection.
    ///
    /// - Parameters:
    ///   - socket: remains owned by the caller.
    ///   - capacity: the number of bytes of a packet that are kept.
    package init?(from socket: Int32, capacity: Int) {
        var bytes = [UInt8](repeating: 0, count: capacity)
        var attached: Int32 = -1
        let length = clinux_receive_packet(socket, &bytes, bytes.count, &attached)
        self.attached = Descriptor(attached)
        guard length > 0 else { return nil }
        bytes.removeLast(max(0, capacity - length))
        self.bytes = bytes
        self.length = length
    }
}

/// The two ends of a connection that preserves packet boundaries.
package struct PacketPair: ~Copyable {
    private let ours: Descriptor
    package let theirs: Descriptor

    /// Makes a connection; `nil` if the process has too many descriptors.
    package init?() {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0, let ours = Descriptor(ends[0]), let theirs = Descriptor(ends[1])
        else { return nil }
        self.ours = ours
        self.theirs = theirs
    }

    /// Returns this process's end, and closes the other one here.
    package consuming func takeOurs() -> Descriptor { ours }
}
