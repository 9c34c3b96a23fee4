import Glibc
import LinuxSupport

/// The time limit for sending to a program: the sum of all waits, however little the program takes at a time.
///
/// A wait uses the time up, and bytes that the program takes add to it, so that a long answer may take longer, and one that is taken
/// byte by byte may not.
package final class SendTimeout {
    /// Waits until a socket has room, for so many nanoseconds at most; returns the time of the wait.
    package typealias Wait = (_ descriptor: Int32, _ nanoseconds: UInt64) -> UInt64

    /// The nanoseconds added for each received byte: a second for a MiB.
    private static let nanosecondsPerByte: UInt64 = 954

    private let maximum: UInt64
    private var remaining: UInt64
    private let wait: Wait

    /// - Parameters:
    ///   - nanoseconds: the time for waits before the program takes anything, and the most that there ever is.
    ///   - wait: tests have their own.
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

    /// Waits by poll(2), which also returns when the other end is gone.
    package static func wait(for descriptor: Int32, nanoseconds: UInt64) -> UInt64 {
        let start = Clock.monotonic
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&watched, 1, Int32(clamping: nanoseconds / 1_000_000 + 1))
        return Clock.monotonic - start
    }
}

extension FrameSender {
    /// Sends one frame, and waits a limited time for a program that is slow to take it.
    ///
    /// - Throws: `.tooSlow` when the time is over.
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
