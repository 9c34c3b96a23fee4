import BusTesting
import DBus
import Dispatch
import TestSupport
import Testing

@testable import DesktopEvents

/// How long the thread sleeps if nothing happens.
@Suite struct IdleTests {
    private let waits = Events<UInt64?>()

    private func signals(_ addresses: [LockSignals.Bus: String], _ changes: Events<BusChange>? = nil) -> LockSignals {
        let waits = waits
        return LockSignals(
            addresses.mapValues(BusAddress.init), user: 4711,
            onAvailability: { changes?.add(BusChange(bus: $0, isAvailable: $1)) },
            onLock: { _ in }, willWait: { waits.add($0) })
    }

    @Test func nothingWakesUpWhereBusesAreHeard() throws {
        let bus = try BusDaemon(.open(.session))
        let signals = signals([.system: bus.address, .session: bus.address])
        #expect(signals.missing.isEmpty)
        let before = waits.all.count
        try LoginManagerPeer(bus).prepareForSleep(true)
        try waits.wait { $0.count > before && $0.last == .some(nil) }
    }

    /// Whether it was never there or has died and left its socket behind.
    @Test(arguments: [false, true])
    func nothingWakesUpWhereABusIsMissing(hasDied: Bool) throws {
        let bus = try BusDaemon(.open(.session), starts: hasDied)
        let changes = Events<BusChange>()
        let signals = signals([.system: bus.address], changes)
        bus.end()
        try changes.wait { $0.last == BusChange(bus: .system, isAvailable: false) }
        let before = waits.all.count
        try waits.wait { $0.count > before && $0.last == .some(nil) }
        // And yet it is noticed when it starts.
        try bus.start()
        try changes.wait { $0.last == BusChange(bus: .system, isAvailable: true) }
        withExtendedLifetime(signals) {}
    }

    @Test(arguments: [[], Array("ERROR\r\nREJECTED\r\n".utf8), [UInt8](repeating: 0xff, count: 100_000)])
    func wrongBusIsRetriedWithGrowingDelays(answer: [UInt8]) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/bus"
        let listener = try StreamListener(path)
        try listener.start()
        // Beside the test: the start waits for the first answer.
        DispatchQueue.global().async { for _ in 0..<2 { try? listener.dismissClient(with: answer) } }
        let signals = signals([.session: "unix:path=" + path])
        try waits.wait { ($0.last ?? nil).map { 900_000...1_000_000 ~= $0 } == true }
        #expect(signals.missing == [.system, .session])
    }

    /// Between bind(2) and listen(2) a socket refuses connections, and nothing tells when that ends.
    @Test func socketThatTakesConnectionsLaterIsFound() throws {
        let directory = try TemporaryDirectory()
        let listener = try StreamListener(directory.path + "/bus")
        let signals = signals([.session: "unix:path=\(directory.path)/bus"])
        try listener.start()
        try listener.dismissClient(with: [])
        #expect(signals.missing == [.system, .session])
    }
}
