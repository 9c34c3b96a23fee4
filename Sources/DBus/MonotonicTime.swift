import LinuxSupport

/// Microseconds of the clock that nobody sets.
package enum MonotonicTime {
    /// Microseconds since some moment.
    package static var now: UInt64 {
        Clock.monotonic / 1000
    }

    /// How long poll(2) has to wait; -1 for ever.
    package static func milliseconds(until time: UInt64) -> Int32 {
        guard time != .max else { return -1 }
        let now = now
        guard time > now else { return 0 }
        return Int32(clamping: (time - now).addingReportingOverflow(999).partialValue / 1000)
    }
}
