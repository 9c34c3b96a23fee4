import CLinux
import Glibc

/// A one-way cancellation flag backed by an eventfd(2). Any thread can set it, and it stays set.
package final class Cancellation: Sendable {
    /// An eventfd that can be read from once this is cancelled, for poll(2), signal handlers and event loops. It is closed with this
    /// object. -1 if the process had no descriptors left; operations that are given such a cancellation do not begin.
    package let event: Int32

    package init() { event = max(clinux_event(), -1) }

    deinit {
        if event >= 0 { close(event) }
    }

    /// Cancels the operations that have this cancellation, and those that are given it later.
    package func cancel() {
        if event >= 0 { clinux_event_signal(event) }
    }

    package var isCancelled: Bool {
        var wanted = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
        return retrying { poll(&wanted, 1, 0) } > 0
    }
}
