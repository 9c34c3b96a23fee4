import Foundation
import Glibc
import LinuxSupport
import Synchronization

/// The single thread that serves all buses.
///
/// It waits in poll(2), without a timeout unless it expects an answer or tries to connect again.
package final class BusLoop: @unchecked Sendable {
    // Sendable: after `start()`, only the loop's thread uses the connections.
    private static let stackSize = 1 << 20

    private var connections: [ReconnectingBus]
    private let willWait: @Sendable (UInt64?) -> Void
    /// Ends the loop.
    private let stopping = Cancellation()
    private let thread = Mutex<pthread_t?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Makes a loop for connections.
    ///
    /// - Parameter willWait: receives before each wait its maximum length in microseconds; `nil` for no limit.
    /// - Returns: `nil` if the process has no descriptors left.
    package init?(_ connections: [ReconnectingBus], willWait: @escaping @Sendable (UInt64?) -> Void) {
        guard stopping.event >= 0 else { return nil }
        self.connections = connections
        self.willWait = willWait
    }

    package func start() {
        let thread = Thread { self.run() }
        thread.name = "bus"
        thread.stackSize = Self.stackSize
        thread.start()
    }

    /// Makes the loop end soon.
    package func stop() { stopping.cancel() }

    /// Waits until the loop has ended, except on the loop's own thread.
    package func join() {
        if let thread = thread.withLock({ $0 }), pthread_equal(thread, pthread_self()) != 0 { return }
        ended.wait()
        ended.signal()
    }

    private func run() {
        thread.withLock { $0 = pthread_self() }
        // Signals are handled by the threads that expect them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        connections.forEach { $0.start(at: MonotonicTime.now) }
        while let inputs = wait() {
            for (connection, hasInput) in zip(connections, inputs) {
                connection.advance(at: MonotonicTime.now, hasInput: hasInput)
            }
        }
        connections = []
        ended.signal()
    }

    /// Returns for each bus whether it has input, or `nil` if the loop is to end.
    private func wait() -> [Bool]? {
        var awaited = connections.map(\.awaited) + [pollfd(fd: stopping.event, events: Int16(POLLIN), revents: 0)]
        let (deadline, now) = (connections.compactMap(\.deadline).min(), MonotonicTime.now)
        willWait(deadline.map { $0 > now ? $0 - now : 0 })
        let count = poll(&awaited, nfds_t(awaited.count), MonotonicTime.milliseconds(until: deadline ?? .max))
        guard count >= 0 else { return errno == EINTR ? connections.map { _ in false } : nil }
        return awaited.removeLast().revents == 0 ? awaited.map { $0.revents != 0 } : nil
    }
}
