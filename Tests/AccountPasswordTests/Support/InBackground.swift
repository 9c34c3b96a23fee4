import Dispatch
import Foundation
import Synchronization
import Testing

@testable import AccountPassword

/// Something that blocks, on a thread of its own.
final class InBackground: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let outcome = Mutex<Outcome?>(nil)

    init(_ work: @escaping @Sendable () -> Outcome) {
        Thread.detachNewThread { [self] in
            let result = work()
            outcome.withLock { $0 = result }
            done.signal()
        }
    }

    func wait() throws -> Outcome {
        try #require(done.wait(timeout: .now() + 60) == .success)
        return try #require(outcome.withLock { $0 })
    }
}

extension Outcome {
    var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
    var isLocked: Bool { if case .accountLocked = self { true } else { false } }
    var isExpired: Bool { if case .passwordExpired = self { true } else { false } }
}
