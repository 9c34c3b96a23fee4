import CLinux
import Glibc

/// A holder that keeps a secret on the clipboard until an event ends the hold.
package struct ClipboardHolder {
    /// The event that has ended the hold.
    package enum Outcome: Hashable, Sendable {
        /// The time limit has passed.
        case timedOut
        /// Another program owns the clipboard: something else was copied.
        case replaced
        /// One of the caller's descriptors has become readable.
        case interrupted
    }

    private let backend: any ClipboardBackend
    private let interruptions: [Int32]

    /// - Parameters:
    ///   - backend: the clipboard, already taken.
    ///   - interruptions: descriptors; as soon as one is readable, the clipboard is cleared.
    package init(_ backend: any ClipboardBackend, interruptions: [Int32]) {
        self.backend = backend
        self.interruptions = interruptions
    }

    /// Serves the secret until an event ends it. Then the clipboard is cleared, unless another program owns it.
    ///
    /// - Parameter milliseconds: the time limit; 0 for none. The time in which the computer is suspended counts.
    /// - Throws: `connectionLost` if the display ends the connection, which also removes the secret.
    package func hold(milliseconds: UInt64) throws(ClipboardError) -> Outcome {
        defer { backend.clear() }
        let timer = clinux_timer()
        guard timer >= 0 else {
            throw ClipboardError(.connectionLost, "the system cannot provide a timer", remedy: "close some programs")
        }
        defer { close(timer) }
        // Zero disarms the timer, which is intended.
        let nanoseconds: UInt64 = 1_000_000
        clinux_timer_set(timer, min(milliseconds, .max / nanoseconds) * nanoseconds)
        let own = ([timer] + interruptions).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let awaited = backend.awaited
            var all = own + awaited
            guard poll(&all, nfds_t(all.count), backend.hasMore ? 0 : -1) >= 0 || errno == EINTR else {
                throw .connectionLost
            }
            // Checked before requests are served, so that a flood of requests cannot prevent the end.
            if all[0].revents != 0 { return .timedOut }
            if all[..<own.count].contains(where: { $0.revents != 0 }) { return .interrupted }
            guard try backend.serve(Array(all[own.count...])) else { return .replaced }
        }
    }
}
