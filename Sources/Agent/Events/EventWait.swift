import Glibc
import LinuxSupport

/// The wait for an answer on behalf of a connected program.
enum EventWait {
    /// Returns when an event is signalled, when the program has closed its end, or when the time is over.
    ///
    /// - Parameters:
    ///   - event: an eventfd(2).
    ///   - descriptor: the connection of the program.
    ///   - end: in nanoseconds of ``Clock.sinceBoot``; `nil` for no limit.
    static func wait(for event: Int32, or descriptor: Int32, until end: UInt64? = nil) {
        var watched = [
            pollfd(fd: event, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: ClientSocket.otherEndIsClosed, revents: 0),
        ]
        while true {
            var milliseconds: Int32 = -1
            if let end {
                let now = Clock.sinceBoot
                guard now < end else { return }
                milliseconds = Int32(clamping: (end - now) / 1_000_000 + 1)
            }
            let result = poll(&watched, 2, milliseconds)
            if result > 0 || result < 0 && errno != EINTR { return }
        }
    }
}
