import CLinux
import Glibc

/// Waits for somebody's answer on behalf of a program.
enum AnswerWait {
    /// Returns when an event is signalled, when the program has closed its end, or when the time is over.
    ///
    /// - Parameters:
    ///   - event: an eventfd(2).
    ///   - descriptor: the program's connection.
    ///   - end: in nanoseconds of ``bootTime()``; nil: there is no limit.
    static func wait(for event: Int32, or descriptor: Int32, until end: UInt64? = nil) {
        var watched = [
            pollfd(fd: event, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Connection.otherEndIsClosed, revents: 0),
        ]
        while true {
            var milliseconds: Int32 = -1
            if let end {
                let now = bootTime()
                guard now < end else { return }
                milliseconds = Int32(clamping: (end - now) / 1_000_000 + 1)
            }
            let result = poll(&watched, 2, milliseconds)
            if result > 0 || result < 0 && errno != EINTR { return }
        }
    }
}
