import Dispatch
import Foundation
import Synchronization

/// Runs completion handlers on the main queue, and complains where nobody drains it.
package struct MainQueueDelivery: Sendable {
    /// Runs something on the main queue.
    package var enqueue: @Sendable (@escaping @Sendable @MainActor () -> Void) -> Void
    /// Runs something after so many seconds, on no queue of the program's.
    package var afterSeconds: @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    /// Tells whoever wrote the program.
    package var complain: @Sendable (String) -> Void

    /// Seconds after which nobody can be at the main queue.
    package static let patience = 5

    package init(
        enqueue: @escaping @Sendable (@escaping @Sendable @MainActor () -> Void) -> Void = { body in
            DispatchQueue.main.async { MainActor.assumeIsolated(body) }
        },
        afterSeconds: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void = { seconds, body in
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: body)
        },
        complain: @escaping @Sendable (String) -> Void = { text in FileHandle.standardError.write(Data(text.utf8)) }
    ) {
        self.enqueue = enqueue
        self.afterSeconds = afterSeconds
        self.complain = complain
    }

    /// - Parameter handler: runs once, never on the stack of the caller.
    func deliver(_ handler: @escaping @Sendable @MainActor () -> Void) {
        let hasRun = RunMark()
        enqueue {
            hasRun.set()
            handler()
        }
        afterSeconds(Self.patience) { [complain] in
            guard !hasRun.isSet else { return }
            complain(
                """
                AppExtensions: an answer waits, and nobody drains the main queue. Call dispatchMain() or \
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
