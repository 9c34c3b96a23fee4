import Dispatch
import Synchronization

/// The availability of the buses, as far as it is known.
final class Availability: Sendable {
    private let isAvailable = Mutex<[LockSignals.Bus: Bool]>([:])
    private let allKnown = DispatchSemaphore(value: 0)
    private let changed: @Sendable (LockSignals.Bus, Bool) -> Void

    /// - Parameter changed: called each time the availability of a bus becomes known or changes.
    init(changed: @escaping @Sendable (LockSignals.Bus, Bool) -> Void) { self.changed = changed }

    var missing: [LockSignals.Bus] {
        isAvailable.withLock { isAvailable in LockSignals.Bus.allCases.filter { isAvailable[$0] != true } }
    }

    func set(_ bus: LockSignals.Bus, isAvailable new: Bool) {
        let (isNew, isLast) = isAvailable.withLock { isAvailable in
            let old = isAvailable.updateValue(new, forKey: bus)
            return (old != new, old == nil && isAvailable.count == LockSignals.Bus.allCases.count)
        }
        if isNew { changed(bus, new) }
        if isLast { allKnown.signal() }
    }

    /// Waits until the availability of each bus is known, for at most `timeout`. To be called once.
    func wait(atMost timeout: DispatchTimeInterval) { _ = allKnown.wait(timeout: .now() + timeout) }
}
