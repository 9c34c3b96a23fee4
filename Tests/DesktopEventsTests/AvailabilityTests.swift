import BusTesting
import Foundation
import Testing

@testable import DesktopEvents

@Suite struct AvailabilityTests {
    @Test func missingBusesAreNoError() {
        let observed = Observed()
        #expect(observed.signals.missing == [.system, .session])
        observed.signals.cancel()
        #expect(observed.causes.all.isEmpty)
    }

    @Test(arguments: [
        "", "nonsense", "unix:", "tcp:host=localhost,port=1", "unixexec:path=/bin/true", "unix:path=/a;tcp:",
    ])
    func addressThatIsNoLocalSocketIsAMissingBus(address: String) {
        let signals = LockSignals(systemBusAddress: address, sessionBusAddress: address) { _ in }
        #expect(signals.missing == [.system, .session])
    }

    @Test func oneBusIsEnough() throws {
        let bus = try BusDaemon(.open(.session))
        let observed = Observed(session: bus)
        #expect(observed.signals.missing == [.system])
    }

    @Test func busThatStartsLaterIsHeard() throws {
        let bus = try BusDaemon(.open(.session), starts: false)
        let observed = Observed(system: bus)
        #expect(observed.signals.missing == [.system, .session])
        try bus.start()
        try observed.changes.wait { $0.last == BusChange(bus: .system, isAvailable: true) }
        try LoginManagerPeer(bus).prepareForSleep(true)
        try observed.causes.wait()
        #expect(observed.causes.all == [.sleep])
    }

    @Test(arguments: [false, true])
    func busThatIsStartedAgainIsHeardAgain(directoryGoes: Bool) throws {
        let bus = try BusDaemon(.open(.session))
        let observed = Observed(system: bus)
        #expect(observed.signals.missing == [.session])
        bus.end()
        if directoryGoes { try bus.removeSocket() }
        try observed.changes.wait { $0.last == BusChange(bus: .system, isAvailable: false) }
        #expect(observed.signals.missing == [.system, .session])
        try bus.start()
        try observed.changes.wait { $0.last == BusChange(bus: .system, isAvailable: true) }
        #expect(observed.signals.missing == [.session])
        try LoginManagerPeer(bus).prepareForSleep(true)
        try observed.causes.wait()
        #expect(observed.causes.all == [.sleep])
    }

    @Test func nothingIsHeardAfterCancelling() throws {
        let bus = try BusDaemon(.open(.session))
        let observed = Observed(system: bus)
        let login = try LoginManagerPeer(bus)
        observed.signals.cancel()
        observed.signals.cancel()
        try login.prepareForSleep(true)
        #expect(try login.peer.others().isEmpty)
        #expect(observed.causes.all.isEmpty)
    }

    @Test func closureMayCancel() throws {
        let bus = try BusDaemon(.open(.session))
        let cancelled = Events<Bool>()
        let signals = Events<LockSignals>()
        let login = try LoginManagerPeer(bus)
        signals.add(
            LockSignals(systemBusAddress: bus.address, sessionBusAddress: Observed.nowhere) { _ in
                signals.all.first?.cancel()
                cancelled.add(true)
            })
        try login.prepareForSleep(true)
        try cancelled.wait()
    }

    @Test func busThatHangsIsNotWaitedForAtTheStart() throws {
        let bus = try BusDaemon(.open(.session))
        bus.pause()
        let observed = Observed(system: bus)
        #expect(observed.signals.missing == [.system, .session])
        bus.resume()
        try observed.changes.wait { $0.last == BusChange(bus: .system, isAvailable: true) }
    }
}
