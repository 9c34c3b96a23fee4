import Glibc
import KeyManagement
import KeychainServices
import LinuxSupport
import Synchronization

/// The timer that locks the keychain after a time in which no request has needed an unlocked key.
final class AutoLock: Sendable {
    let timer: Timer
    private let interval: UInt64
    /// In nanoseconds of ``Clock.sinceBoot``.
    private let startedAt = Atomic<UInt64>(0)
    private let isRunning = Atomic(false)

    /// - Parameter interval: in nanoseconds; 0 for never.
    init(interval: UInt64) throws(KeychainError) {
        timer = try Timer()
        self.interval = interval
    }

    /// Starts the time; called when something was unlocked.
    func start() {
        startedAt.store(Clock.sinceBoot, ordering: .relaxed)
        isRunning.store(true, ordering: .relaxed)
        if interval > 0 { timer.set(after: interval) }
    }

    /// Starts the time for something that a lock wipes, and that is no use of what is unlocked: if the time runs already, it goes on.
    func startIfStopped() {
        if !isRunning.load(ordering: .relaxed) { start() }
    }

    func stop() {
        isRunning.store(false, ordering: .relaxed)
        timer.set(after: 0)
    }

    /// Handles the event of the timer.
    ///
    /// - Returns: whether the keychain is to be locked now; otherwise it was used meanwhile, and the timer runs on.
    func hasExpired() -> Bool {
        timer.acknowledge()
        let lastUse = max(KeyUse.last.load(ordering: .relaxed), startedAt.load(ordering: .relaxed))
        let now = Clock.sinceBoot
        let idle = now > lastUse ? now - lastUse : 0
        guard idle < interval else { return true }
        timer.set(after: interval - idle)
        return false
    }
}
