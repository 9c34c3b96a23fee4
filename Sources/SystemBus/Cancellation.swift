import CLinux
import Glibc

/// A wish that something end, which any thread can have at any time. It lasts.
package final class Cancellation: Sendable {
    /// An event (eventfd(2)) that can be read from when the wish is there, for signal handlers and loops of others; -1 if there
    /// were no descriptors left, and then nothing that is given this cancellation begins. It is closed with this object.
    package let event: Int32

    /// A wish that nobody has yet.
    package init() { event = max(clinux_event(), -1) }

    deinit {
        if event >= 0 { close(event) }
    }

    /// Has the wish. What was given this cancellation, and what will be, ends.
    package func cancel() {
        if event >= 0 { clinux_event_signal(event) }
    }

    /// Whether somebody has had the wish.
    package var isCancelled: Bool {
        var wanted = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) > 0
    }
}
