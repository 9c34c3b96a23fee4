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

    /// A random identifier of this start of the machine; empty if it is not known.
    package static let bootID: String = {
        guard let file = Descriptor(open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)) else { return "" }
        var bytes = [UInt8](repeating: 0, count: 64)
        let (count, _) = bytes.withUnsafeMutableBytes { file.read(into: $0) }
        return String(decoding: bytes[..<count].prefix { $0 > 0x20 }, as: UTF8.self)
    }()

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}
