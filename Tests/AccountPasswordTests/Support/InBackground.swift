import Dispatch
import Foundation
import Synchronization
import Testing

@testable import AccountPassword

/// Something that blocks, on a thread of its own.
final class InBackground: Sendable {
    private let work: Mutex<(@Sendable () -> Outcome)?>
    private let done = DispatchSemaphore(value: 0)
    private let outcome = Mutex<Outcome?>(nil)

    init(_ work: @escaping @Sendable () -> Outcome) {
        self.work = Mutex(work)
        Thread.detachNewThread { [self] in
            perform()
            done.signal()
        }
    }

    /// What the work holds is let go before anybody is told that it is done: the tests may be over then, and what has to be cleaned
    /// up would stay.
    private func perform() {
        guard let work = work.withLock({ $0.take() }) else { return }
        let result = work()
        outcome.withLock { $0 = result }
    }

    func wait() throws -> Outcome {
        try #require(done.wait(timeout: .now() + 300) == .success)
        return try #require(outcome.withLock { $0 })
    }
}

extension Outcome {
    var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
    var isLocked: Bool { if case .accountLocked = self { true } else { false } }
    var isExpired: Bool { if case .passwordExpired = self { true } else { false } }
}
