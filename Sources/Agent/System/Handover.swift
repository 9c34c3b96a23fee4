import CLinux
import Glibc
import KeychainServices
import Synchronization

/// What the process that accepts connections and those that serve a user say to one another: packets of which each begins with one
/// of these bytes.
enum HandoverMessage: UInt8 {
    /// To the server: the connection that comes along is its own now.
    case connection = 1
    /// To the one that accepts: nothing is left to do. Eight bytes follow: how many connections were taken so far.
    case nothingToDo = 2

    /// Bytes of the longest packet.
    static let mostBytes = 9
}

/// Where a server gets the connections of its user from: the process that accepts those of all users.
final class Handover: Sendable {
    /// Tells of a packet that has come.
    let descriptor: Int32
    private let taken = Atomic<UInt64>(0)

    enum Arrival {
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

    /// What has come, if anything has.
    func next() -> Arrival {
        var (byte, attached): (UInt8, Int32) = (0, -1)
        let length = clinux_receive_packet(descriptor, &byte, 1, &attached)
        guard length > 0 else { return length < 0 && errno == EAGAIN ? .nothing : .end }
        guard HandoverMessage(rawValue: byte) == .connection else {
            if attached >= 0 { close(attached) }
            return .nothing
        }
        taken.add(1, ordering: .relaxed)
        // Where no descriptor was free the connection is closed already, and its program tries again.
        guard attached >= 0 else { return next() }
        guard clinux_receive_credentials(attached) == 0 else {
            close(attached)
            return next()
        }
        return .connection(attached)
    }

    /// Says that nothing is left to do: the other process closes its end, unless it has sent something meanwhile.
    func offerToEnd() {
        var packet = [HandoverMessage.nothingToDo.rawValue]
        withUnsafeBytes(of: taken.load(ordering: .relaxed).littleEndian) { packet.append(contentsOf: $0) }
        _ = clinux_send_packet(descriptor, packet, packet.count, -1)
    }
}
