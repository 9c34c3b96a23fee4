import BusTesting
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import DesktopEvents

/// What happened so far, and a way to wait for more.
final class Events<Event: Sendable>: Sendable {
    private let happened = Mutex<[Event]>([])
    private let news = DispatchSemaphore(value: 0)

    func add(_ event: Event) {
        happened.withLock { $0.append(event) }
        news.signal()
    }

    var all: [Event] { happened.withLock { $0 } }

    /// Waits until as many events have happened in all.
    func wait(for count: Int = 1) throws { try wait { $0.count >= count } }

    /// Waits until what has happened so far is as expected.
    func wait(until isExpected: ([Event]) -> Bool) throws {
        while !isExpected(all) {
            try #require(news.wait(timeout: .now() + 300) == .success, "nothing more happens after \(all)")
        }
    }
}

/// A bus that is heard, or no longer.
struct BusChange: Hashable, Sendable {
    let bus: LockSignals.Bus
    let isAvailable: Bool
}

/// The signals under test, with what they tell.
struct Observed {
    let causes = Events<LockSignals.Cause>()
    let changes = Events<BusChange>()
    let signals: LockSignals

    /// An address of no bus.
    static let nowhere = "unix:path=/nonexistent/bus"

    init(system: BusDaemon? = nil, session: BusDaemon? = nil, user: uid_t = 4711) {
        let (causes, changes) = (causes, changes)
        signals = LockSignals(
            systemBusAddress: system?.address ?? Self.nowhere, sessionBusAddress: session?.address ?? Self.nowhere,
            user: user, onAvailability: { changes.add(BusChange(bus: $0, isAvailable: $1)) }, onLock: { causes.add($0) }
        )
    }
}
