import CLinux
import Glibc
import KeychainServices

/// A timer for a poller. It costs nothing while it is not set.
final class Timer: Sendable {
    let descriptor: Int32

    init() throws(KeychainError) { descriptor = try .valid(clinux_timer(), "make a timer") }

    deinit { close(descriptor) }

    /// Starts the timer.
    ///
    /// - Parameter nanoseconds: from now; 0 stops it.
    func set(after nanoseconds: UInt64) { clinux_timer_set(descriptor, nanoseconds) }

    /// Consumes the event of the timer.
    func acknowledge() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
