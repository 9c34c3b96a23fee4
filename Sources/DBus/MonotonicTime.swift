import LinuxSupport

/// The monotonic clock, in microseconds.
package enum MonotonicTime {
    /// Microseconds since an unspecified moment.
    package static var now: UInt64 {
        Clock.monotonic / 1000
    }

    /// Returns the timeout for poll(2) in milliseconds; -1 for none.
    package static func milliseconds(until time: UInt64) -> Int32 {
        guard time != .max else { return -1 }
        let now = now
        guard time > now else { return 0 }
        return Int32(clamping: (time - now).addingReportingOverflow(999).partialValue / 1000)
    }
}
