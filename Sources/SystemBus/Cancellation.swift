import CLinux
import Glibc

/// A one-way cancellation flag backed by an eventfd, which any thread can set at any time.
package final class Cancellation: Sendable {
    /// An event (eventfd(2)) that becomes readable after the cancellation, for signal handlers and foreign event loops; -1 if there were no
    /// descriptors left, and then no operation with this flag begins. It is closed with this object.
    package let event: Int32

    /// Creates a flag that is not set.
    package init() { event = max(clinux_event(), -1) }

    deinit {
        if event >= 0 { close(event) }
    }

    /// Sets the flag. All present and future operations with this flag end.
    package func cancel() {
        if event >= 0 { clinux_event_signal(event) }
    }

    /// Whether the flag is set.
    package var isCancelled: Bool {
        var wanted = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) > 0
    }
}
