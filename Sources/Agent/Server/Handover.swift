import CLinux
import Glibc
import KeychainServices
import Synchronization

/// The first byte of the packets between the process that accepts connections and the processes that serve a user.
enum HandoverMessage: UInt8 {
    /// To the server: the connection that comes along is its own now.
    case connection = 1
    /// To the process that accepts: nothing is left to do. The number of connections taken so far follows in eight bytes.
    case nothingToDo = 2

    /// The bytes of the longest packet.
    static let mostBytes = 9
}

/// The socket by which a server gets the connections of its user from the process that accepts those of all users.
final class Handover: Sendable {
    /// Becomes readable when a packet has come.
    let descriptor: Int32
    private let taken = Atomic<UInt64>(0)

    enum Event {
        case connection(Int32)
        case nothing
        /// The other process has ended, or wants this one to.
        case end
    }

    /// - Parameter descriptor: belongs to this object from now on.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Returns the next packet, if one has come.
    func next() -> Event {
        var (byte, attached): (UInt8, Int32) = (0, -1)
        let length = clinux_receive_packet(descriptor, &byte, 1, &attached)
        guard length > 0 else { return length < 0 && errno == EAGAIN ? .nothing : .end }
        guard HandoverMessage(rawValue: byte) == .connection else {
            if attached >= 0 { close(attached) }
            return .nothing
        }
        taken.add(1, ordering: .relaxed)
        // If no descriptor was free the connection is closed already, and its program tries again.
        guard attached >= 0 else { return next() }
        guard clinux_receive_credentials(attached) == 0 else {
            close(attached)
            return next()
        }
        return .connection(attached)
    }

    /// Tells the other process that nothing is left to do: it closes its end, unless it has sent something meanwhile.
    func offerToEnd() {
        var packet = [HandoverMessage.nothingToDo.rawValue]
        withUnsafeBytes(of: taken.load(ordering: .relaxed).littleEndian) { packet.append(contentsOf: $0) }
        _ = clinux_send_packet(descriptor, packet, packet.count, -1)
    }
}
