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
    private let lastUse = Atomic<UInt64>(0)

    /// - Parameter seconds: 0: never.
    init(service: any KeychainService, seconds: UInt64) throws(KeychainError) {
        timer = try Timer()
        self.service = service
        interval = seconds &* 1_000_000_000
    }

    /// A request has needed an unlocked key, or the keychain was unlocked.
    func wasUsed() { lastUse.store(bootTime(), ordering: .relaxed) }

    /// The keychain was unlocked.
    func start() {
        wasUsed()
        if interval > 0 { timer.set(after: interval) }
    }

    func stop() { timer.set(after: 0) }

    func timeHasCome() {
        timer.acknowledge()
        let idle = bootTime() &- lastUse.load(ordering: .relaxed)
        if idle >= interval {
            try? service.lock()
        } else {
            timer.set(after: interval - idle)
        }
    }
}
