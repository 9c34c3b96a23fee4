import Dispatch
import Synchronization

/// Which buses are heard, as far as it is known.
final class Availability: Sendable {
    private let isHeard = Mutex<[LockSignals.Bus: Bool]>([:])
    private let allKnown = DispatchSemaphore(value: 0)
    private let changed: @Sendable (LockSignals.Bus, Bool) -> Void

    /// - Parameter changed: told each time it becomes known, or changes, whether a bus is heard.
    init(changed: @escaping @Sendable (LockSignals.Bus, Bool) -> Void) { self.changed = changed }

    var missing: [LockSignals.Bus] {
        isHeard.withLock { isHeard in LockSignals.Bus.allCases.filter { isHeard[$0] != true } }
    }

    func set(_ bus: LockSignals.Bus, isHeard new: Bool) {
        let (isNew, isLast) = isHeard.withLock { isHeard in
            let old = isHeard.updateValue(new, forKey: bus)
            return (old != new, old == nil && isHeard.count == LockSignals.Bus.allCases.count)
        }
        if isNew { changed(bus, new) }
        if isLast { allKnown.signal() }
    }

    /// Waits until it is known of each bus whether it is heard, but not for longer than `timeout`. To be called once.
    func wait(atMost timeout: DispatchTimeInterval) { _ = allKnown.wait(timeout: .now() + timeout) }
}
