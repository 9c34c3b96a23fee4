import BusTesting
import Testing

@testable import DesktopEvents

@Suite struct LoginManagerTests {
    private let bus: BusDaemon
    private let login: LoginManagerPeer

    init() throws {
        bus = try BusDaemon(.open(.session))
        login = try LoginManagerPeer(bus)
    }

    @Test func fallingAsleepLocks() throws {
        let observed = Observed(system: bus)
        try login.prepareForSleep(true)
        try observed.causes.wait()
        #expect(observed.causes.all == [.sleep])
    }

    @Test func wakingUpDoesNotLock() throws {
        let observed = Observed(system: bus)
        try login.prepareForSleep(false)
        try login.lockSession()
        try login.tellUser(4711)
        try observed.causes.wait()
        #expect(observed.causes.all == [.sessionLock])
    }

    @Test func sessionOfAnotherUserDoesNotLock() throws {
        let observed = Observed(system: bus, user: 4711)
        try login.lockSession()
        try login.tellUser(4712)
        try login.prepareForSleep(true)
        try observed.causes.wait()
        #expect(observed.causes.all == [.sleep])
    }

    @Test func sessionOfUnknownUserLocks() throws {
        let observed = Observed(system: bus)
        try login.lockSession()
        try login.refuseToTellUser()
        try observed.causes.wait()
        #expect(observed.causes.all == [.sessionLock])
    }

    /// Logind hangs: the question is asked, and no answer comes.
    @Test func unknownSessionLocks() throws {
        let observed = Observed(system: bus)
        try login.lockSession()
        try observed.causes.wait()
        #expect(observed.causes.all == [.sessionLock])
    }

    @Test func sessionLocksWhenTheBusDiesBeforeTheAnswer() throws {
        let observed = Observed(system: bus)
        try login.lockSession()
        try login.peer.answer("Get") { _ in bus.end() }
        try observed.changes.wait { $0.last == BusChange(bus: .system, isAvailable: false) }
        #expect(observed.causes.all == [.sessionLock])
    }

    @Test func sleepWaitsUntilEverythingIsLocked() throws {
        let isHeldWhileLocking = Events<Bool>()
        let granted = Events<LoginManagerPeer.Inhibitor>()
        let signals = LockSignals(systemBusAddress: bus.address, sessionBusAddress: Observed.nowhere) { _ in
            // The signal can come only after the test has added what it granted.
            if let inhibitor = granted.all.last { isHeldWhileLocking.add(inhibitor.isHeld) }
        }
        let inhibitor = try login.grantInhibitor()
        granted.add(inhibitor)
        #expect(inhibitor.request.first == "sleep")
        #expect(inhibitor.request.last == "delay")
        try login.prepareForSleep(true)
        #expect(inhibitor.waitForRelease())
        #expect(isHeldWhileLocking.all == [true])

        try login.prepareForSleep(false)
        let next = try login.grantInhibitor()
        #expect(next.isHeld)
        signals.cancel()
        #expect(next.waitForRelease())
    }

    @Test func inhibitorThatComesTooLateDoesNotDelaySleep() throws {
        let observed = Observed(system: bus)
        try login.prepareForSleep(true)
        try observed.causes.wait()
        #expect(try login.grantInhibitor().waitForRelease())
    }

    @Test func newLoginManagerIsAskedForAnInhibitor() throws {
        let observed = Observed(system: bus)
        let first = try login.grantInhibitor()
        try login.prepareForSleep(true)
        try observed.causes.wait()
        #expect(first.waitForRelease())
        try login.peer.disown(LoginManagerPeer.name)
        let successor = try LoginManagerPeer(bus)
        let second = try successor.grantInhibitor()
        try successor.lockSession()
        try successor.tellUser(4711)
        try observed.causes.wait(for: 2)
        #expect(observed.causes.all == [.sleep, .sessionLock])
        #expect(second.isHeld)
    }
}
