import Glibc

/// The kernel's clocks as plain numbers, which can be stored and compared across processes (clock_gettime(2)).
package enum Clock {
    /// Nanoseconds since boot, without suspend.
    package static var monotonic: UInt64 { nanoseconds(CLOCK_MONOTONIC) }

    /// The same time with a resolution of some milliseconds. Reading it costs no system call.
    package static var coarse: UInt64 { nanoseconds(CLOCK_MONOTONIC_COARSE) }

    /// Nanoseconds since boot, including suspend.
    package static var sinceBoot: UInt64 { nanoseconds(CLOCK_BOOTTIME) }

    /// The same in seconds.
    package static var secondsSinceBoot: Double { Double(sinceBoot) / 1e9 }

    /// Nanoseconds since 1970 by the wall clock, which the user can set.
    package static var wall: UInt64 { nanoseconds(CLOCK_REALTIME) }

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}
