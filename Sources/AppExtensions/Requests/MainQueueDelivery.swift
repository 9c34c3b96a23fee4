import Dispatch
import Foundation
import LinuxSupport
import Synchronization

/// The delivery of completion handlers to the main queue, with a report if the queue is not drained.
package struct MainQueueDelivery: Sendable {
    /// Runs a closure on the main queue.
    package var enqueue: @Sendable (@escaping @Sendable @MainActor () -> Void) -> Void
    /// Runs a closure after a number of seconds, on a queue that does not belong to the program.
    package var afterSeconds: @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    /// Reports a mistake to the program's author.
    package var report: @Sendable (String) -> Void

    /// The number of seconds after which the main queue is considered to be not drained.
    package static let drainTimeout = 5

    package init(
        enqueue: @escaping @Sendable (@escaping @Sendable @MainActor () -> Void) -> Void = { body in
            DispatchQueue.main.async { MainActor.assumeIsolated(body) }
        },
        afterSeconds: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void = { seconds, body in
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: body)
        },
        report: @escaping @Sendable (String) -> Void = { text in StandardDescriptors.complain(text) }
    ) {
        self.enqueue = enqueue
        self.afterSeconds = afterSeconds
        self.report = report
    }

    /// - Parameter handler: runs once, never on the caller's stack.
    func deliver(_ handler: @escaping @Sendable @MainActor () -> Void) {
        let hasRun = RunMark()
        enqueue {
            hasRun.set()
            handler()
        }
        afterSeconds(Self.drainTimeout) { [report] in
            guard !hasRun.isSet else { return }
            report(
                """
                AppExtensions: an answer is waiting, but the main queue is not drained. Call dispatchMain() or \
                RunLoop.main.run(), attach the queue to the program's own loop, or use the async functions.

                """)
        }
    }
}

private final class RunMark: Sendable {
    private let mark = Atomic(false)

    var isSet: Bool { mark.load(ordering: .acquiring) }
    func set() { mark.store(true, ordering: .releasing) }
}
