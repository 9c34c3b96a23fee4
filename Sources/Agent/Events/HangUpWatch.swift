import CLinux
import Foundation
import Glibc

/// A thread that notices the end of a connection while a person is asked on behalf of its program.
final class HangUpWatch: Sendable {
    private let event: Int32

    /// - Parameter isGone: called on another thread, once.
    init(_ socket: ClientSocket, _ isGone: @escaping @Sendable () -> Void) {
        let event = clinux_event()
        self.event = event
        if event < 0 { isGone() } else { Self.watch(event, socket, isGone) }
    }

    private static func watch(_ event: Int32, _ socket: ClientSocket, _ isGone: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            var watched = [
                pollfd(fd: event, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket.descriptor, events: ClientSocket.otherEndIsClosed, revents: 0),
            ]
            while poll(&watched, 2, -1) < 0, errno == EINTR {}
            if watched[0].revents == 0 {
                isGone()
                // Not before ``end()``: it would signal what has this number by then.
                while poll(&watched, 1, -1) < 0, errno == EINTR {}
            }
            close(event)
        }
    }

    /// Ends the watch.
    func end() { if event >= 0 { clinux_event_signal(event) } }
}
