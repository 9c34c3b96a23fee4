import BusTesting
import Testing

@testable import DesktopEvents

@Suite struct ScreenSaverTests {
    @Test(arguments: ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"])
    func lockedScreenLocks(name: String) throws {
        let bus = try BusDaemon(.open(.session))
        let observed = Observed(session: bus)
        let desktop = try Peer(bus, owning: name)
        try desktop.emit(name, "ActiveChanged", true)
        try observed.causes.wait()
        #expect(observed.causes.all == [.screenSaver])
    }

    @Test(arguments: ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"])
    func unlockedScreenDoesNotLock(name: String) throws {
        let bus = try BusDaemon(.open(.session))
        let observed = Observed(system: bus, session: bus)
        let desktop = try Peer(bus, owning: name)
        try desktop.emit(name, "ActiveChanged", false)
        try desktop.emit(name, "ActiveChanged", true)
        try observed.causes.wait()
        #expect(observed.causes.all == [.screenSaver])
    }

    @Test func signalOfAnotherShapeIsIgnored() throws {
        let bus = try BusDaemon(.open(.session))
        let name = "org.gnome.ScreenSaver"
        let observed = Observed(session: bus)
        let desktop = try Peer(bus, owning: name)
        try desktop.emit(name, "ActiveChanged")
        try desktop.emit(name, "ActiveChanged") { try Peer.append("true", to: $0) }
        try desktop.emit(name, "ActiveChanged", true)
        try observed.causes.wait()
        #expect(observed.causes.all == [.screenSaver])
    }
}
