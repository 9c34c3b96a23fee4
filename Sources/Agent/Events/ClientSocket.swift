import Glibc
import Synchronization

/// The connected socket of a program. It is closed when the last reference goes.
final class ClientSocket: Sendable {
    let descriptor: Int32
    /// The number of the connection. No other connection ever has it.
    let id: Poller.ID
    /// The number of bytes that are known to have room in the socket.
    private let room = Atomic(0)
    private let ended = Atomic(false)

    /// - Parameter descriptor: belongs to this object from now on.
    init(descriptor: Int32, id: Poller.ID) {
        self.descriptor = descriptor
        self.id = id
    }

    deinit { close(descriptor) }

    /// Whether the program takes what it is sent: then there is room for at least 64 KiB.
    var hasRoom: Bool {
        if room.load(ordering: .relaxed) > 0 { return true }
        // Then there is room for at least 128 KiB: the kernel lets a quarter fill up.
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&watched, 1, 0) == 1 else { return false }
        room.store(64 << 10, ordering: .relaxed)
        return true
    }

    /// Accounts for bytes that are about to be sent. The kernel counts what it needs for them as well.
    func useRoom(_ count: Int) { room.subtract(count + 1024, ordering: .relaxed) }

    /// The event by which poll(2) tells that the other end has been closed: Linux' POLLRDHUP.
    static let otherEndIsClosed: Int16 = 0x2000

    /// Whether the program has closed its end.
    var isGone: Bool {
        var watched = pollfd(fd: descriptor, events: Self.otherEndIsClosed, revents: 0)
        return poll(&watched, 1, 0) == 1
    }

    /// Ends the connection; the thread that has it, or the next one, notices.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Whether the server has given up the connection.
    ///
    /// A handler that keeps state for a connection looks at this afterwards, and forgets the state if the end came first.
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    /// Notes that the server has given up the connection, before handlers forget their state of it.
    func noteEnd() { ended.store(true, ordering: .releasing) }
}
