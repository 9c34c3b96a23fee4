import Glibc
import KeyManagement
import KeychainServices
import Synchronization

/// Locks the keychain when no request has needed an unlocked key for a while.
final class AutoLock: Sendable {
    let timer: Timer
    private let service: any KeychainService
    private let interval: UInt64
    /// In nanoseconds of ``bootTime()``.
    private let startedAt = Atomic<UInt64>(0)

    /// - Parameter seconds: 0: never.
    init(service: any KeychainService, seconds: UInt64) throws(KeychainError) {
        timer = try Timer()
        self.service = service
        interval = seconds &* 1_000_000_000
    }

    /// The keychain was unlocked.
    func start() {
        startedAt.store(bootTime(), ordering: .relaxed)
        if interval > 0 { timer.set(after: interval) }
    }

    func stop() { timer.set(after: 0) }

    func timeHasCome() {
        timer.acknowledge()
        let lastUse = max(KeyUse.last.load(ordering: .relaxed), startedAt.load(ordering: .relaxed))
        let now = bootTime()
        let idle = now > lastUse ? now - lastUse : 0
        if idle >= interval {
            try? service.lock()
        } else {
            timer.set(after: interval - idle)
        }
    }
}
