import CLinux
import Glibc

/// Holds a secret on the clipboard until there is a reason to let go of it.
public struct ClipboardHolder {
    /// Why it was let go of.
    public enum Ending: Hashable, Sendable {
        /// The time has passed.
        case timedOut
        /// Somebody else owns the clipboard: something else was copied.
        case replaced
        /// What the caller gave to wait for has happened.
        case interrupted
    }

    private let backend: any ClipboardBackend
    private let interruptions: [Int32]

    /// - Parameters:
    ///   - backend: has taken the clipboard.
    ///   - interruptions: descriptors; as soon as one can be read from, the clipboard is cleared.
    public init(_ backend: any ClipboardBackend, interruptions: [Int32]) {
        self.backend = backend
        self.interruptions = interruptions
    }

    /// Serves the secret until it ends. The clipboard is cleared then, unless it is somebody else's.
    ///
    /// - Parameter milliseconds: after which it ends; 0: never. The time goes on while the machine sleeps.
    /// - Throws: `connectionLost` if the display goes away, and the secret with it.
    public func hold(milliseconds: UInt64) throws(ClipboardError) -> Ending {
        defer { backend.clear() }
        let timer = clinux_timer()
        guard timer >= 0 else {
            throw ClipboardError(.connectionLost, "the system has no timer for us", remedy: "close some programs")
        }
        defer { close(timer) }
        // Zero would stop the timer, which is what it is to do.
        let nanoseconds: UInt64 = 1_000_000
        clinux_timer_set(timer, min(milliseconds, .max / nanoseconds) * nanoseconds)
        let own = ([timer] + interruptions).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let awaited = backend.awaited
            var all = own + awaited
            guard poll(&all, nfds_t(all.count), backend.hasMore ? 0 : -1) >= 0 || errno == EINTR else {
                throw .connectionLost
            }
            // Before anybody is served: who floods us with requests does not keep us from ending.
            if all[0].revents != 0 { return .timedOut }
            if all[..<own.count].contains(where: { $0.revents != 0 }) { return .interrupted }
            guard try backend.serve(Array(all[own.count...])) else { return .replaced }
        }
    }
}
