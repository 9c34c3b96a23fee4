import CLinux
import Glibc
import KeychainServices

/// An epoll(7) instance that several threads wait on.
///
/// The event of a connection is delivered once, until ``rearm(_:id:atOnce:)``, so that one thread at a time has the connection.
final class Poller: Sendable {
    /// The number of a watched descriptor; those below ``firstConnection`` belong to the server itself.
    typealias ID = UInt64
    static let firstConnection: ID = 16

    private let descriptor: Int32

    init() throws(KeychainError) { descriptor = try .valid(clinux_poller(), "wait for connections") }

    deinit { close(descriptor) }

    /// Watches a descriptor.
    ///
    /// - Parameter once: whether it has to be armed again after every event.
    func add(_ watched: Int32, id: ID, once: Bool) throws(KeychainError) {
        let error = clinux_poller_add(descriptor, watched, id, once)
        guard error == 0 else { throw .ofSystem("watch a descriptor", errno: error) }
    }

    /// Delivers the next event of a descriptor again.
    ///
    /// - Parameter atOnce: whether an event is delivered even if no more bytes come, since some have come already.
    func rearm(_ watched: Int32, id: ID, atOnce: Bool = false) {
        _ = clinux_poller_rearm(descriptor, watched, id, atOnce)
    }

    func remove(_ watched: Int32) { _ = clinux_poller_remove(descriptor, watched) }

    /// Waits for the next event.
    func next() -> ID { clinux_poller_next(descriptor) }
}
