import Glibc
import LinuxSupport

/// A time limit for a program to receive a frame, independent of the number of bytes per read.
///
/// It is a budget of time: waiting uses it up, and received bytes refill it, so that a long answer may take longer, but reading byte by
/// byte does not extend the limit.
package final class SendTimeout {
    /// A function that waits until a socket is writable, for at most the given number of nanoseconds; it returns the time waited.
    package typealias Wait = (_ descriptor: Int32, _ nanoseconds: UInt64) -> UInt64

    /// The nanoseconds added for each received byte: a second for a MiB.
    private static let nanosecondsPerByte: UInt64 = 954

    private let maximum: UInt64
    private var remaining: UInt64
    private let wait: Wait

    /// - Parameters:
    ///   - nanoseconds: the time to wait before anything is received; also the maximum of the budget.
    ///   - wait: the function that waits; tests replace it.
    package init(nanoseconds: UInt64, wait: @escaping Wait = SendTimeout.wait) {
        (maximum, remaining) = (nanoseconds, nanoseconds)
        self.wait = wait
    }

    /// - Throws: `.tooSlow` if there is no time left.
    func waitForRoom(_ descriptor: Int32) throws(FrameError) {
        guard remaining > 0 else { throw .tooSlow }
        remaining -= min(remaining, max(1, wait(descriptor, remaining)))
    }

    func refill(forBytes bytes: Int) {
        let earned = UInt64(clamping: bytes).multipliedReportingOverflow(by: Self.nanosecondsPerByte)
        remaining =
            earned.overflow
            ? maximum : min(maximum, remaining.addingReportingOverflow(earned.partialValue).partialValue)
    }

    /// Waits with poll(2), which also returns when the peer has disconnected.
    package static func wait(for descriptor: Int32, nanoseconds: UInt64) -> UInt64 {
        let start = Clock.monotonic
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&watched, 1, Int32(clamping: nanoseconds / 1_000_000 + 1))
        return Clock.monotonic - start
    }
}

extension FrameSender {
    /// Sends one frame, and waits for a slow program to receive it, for a limited time.
    ///
    /// - Throws: `.tooSlow` when `timeout` is used up.
    package static func send(
        _ message: UnsafeRawBufferPointer, _ secrets: [UnsafeRawBufferPointer], to descriptor: Int32,
        _ timeout: SendTimeout
    ) throws(FrameError) {
        var progress = 0
        while true {
            let before = progress
            do throws(FrameError) {
                return try send(message, secrets, to: descriptor, waits: false, progress: &progress)
            } catch {
                guard error == .system(EAGAIN) else { throw error }
                timeout.refill(forBytes: progress - before)
                try timeout.waitForRoom(descriptor)
            }
        }
    }
}
