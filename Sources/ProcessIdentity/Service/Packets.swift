import CIdentify
import Glibc

/// One packet that came over a socket which keeps packets apart (`SOCK_SEQPACKET`).
struct Packet: ~Copyable {
    /// As far as they fit.
    let bytes: [UInt8]
    /// Of the whole packet.
    let length: Int
    /// What was sent with it.
    let attached: Descriptor?

    /// What was sent with it, without the rest.
    consuming func takeAttached() -> Descriptor? { attached }

    /// Waits for a packet; nil at the end of the connection.
    init?(from socket: Int32, capacity: Int) {
        var bytes = [UInt8](repeating: 0, count: capacity)
        var attached: Int32 = -1
        let length = cidentify_receive(socket, &bytes, bytes.count, &attached)
        self.attached = Descriptor(attached)
        guard length > 0 else { return nil }
        bytes.removeLast(max(0, capacity - length))
        self.bytes = bytes
        self.length = length
    }
}

/// What a service sends: a number, and with it a pidfd.
enum Request {
    static let size = 8

    static func encode(_ number: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: size)
        writer.append(number)
        return writer.bytes
    }

    static func decode(_ packet: borrowing Packet) -> UInt64? {
        guard packet.length == size else { return nil }
        var reader = ByteReader(packet.bytes)
        return try? reader.integer()
    }
}
