import Glibc
import LinuxSupport

/// How long to wait for a program to take what it is sent: in all, however little it takes at a time.
///
/// There is a store of time, which waiting uses up and taking fills again, so that a long answer may take longer, and one that
/// is taken byte by byte may not.
package final class SendPatience {
    /// Waits until a socket has room, for so many nanoseconds at most; returns how long that was.
    package typealias Wait = (_ descriptor: Int32, _ nanoseconds: UInt64) -> UInt64

    /// Nanoseconds for each byte that was taken: a second for a MiB.
    private static let nanosecondsPerByte: UInt64 = 954

    private let most: UInt64
    private var left: UInt64
    private let wait: Wait

    /// - Parameters:
    ///   - nanoseconds: of waiting, before anything is taken; never more than that is in store.
    ///   - wait: tests have their own.
    package init(nanoseconds: UInt64, wait: @escaping Wait = SendPatience.wait) {
        (most, left) = (nanoseconds, nanoseconds)
        self.wait = wait
    }

    /// - Throws: `.tooSlow` if there is no time left.
    func waitForRoom(_ descriptor: Int32) throws(FrameError) {
        guard left > 0 else { throw .tooSlow }
        left -= min(left, max(1, wait(descriptor, left)))
    }

    func took(_ bytes: Int) {
        let earned = UInt64(clamping: bytes).multipliedReportingOverflow(by: Self.nanosecondsPerByte)
        left = earned.overflow ? most : min(most, left.addingReportingOverflow(earned.partialValue).partialValue)
    }

    /// By poll(2), which also returns when the other end is gone.
    package static func wait(for descriptor: Int32, nanoseconds: UInt64) -> UInt64 {
        let start = Clock.monotonic
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&watched, 1, Int32(clamping: nanoseconds / 1_000_000 + 1))
        return Clock.monotonic - start
    }
}

extension FrameSender {
    /// Sends one frame, and waits for a program that is slow to take it, but not for ever.
    ///
    /// - Throws: `.tooSlow` when `patience` is at its end.
    package static func send(
        _ message: UnsafeRawBufferPointer, _ secrets: [UnsafeRawBufferPointer], to descriptor: Int32,
        _ patience: SendPatience
    ) throws(FrameError) {
        var progress = 0
        while true {
            let before = progress
            do throws(FrameError) {
                return try send(message, secrets, to: descriptor, waits: false, progress: &progress)
            } catch {
                guard error == .system(EAGAIN) else { throw error }
                patience.took(progress - before)
                try patience.waitForRoom(descriptor)
            }
        }
    }
}
