import BusTesting
import CSystemd
import Testing

@testable import DesktopEvents

/// Programs that send what only logind or the desktop may send. Each test ends with a true signal that has another cause: had
/// the forged ones counted, they would have been heard before it.
@Suite struct ForgedSignalTests {
    private let bus: BusDaemon
    private let forger: Peer
    private let observed: Observed

    init() throws {
        bus = try BusDaemon(.open(.session))
        forger = try Peer(bus)
        observed = Observed(system: bus, session: bus)
    }

    private func forge(to destination: String?) throws {
        try forger.emit("org.freedesktop.login1.Manager", "PrepareForSleep", true, to: destination)
        try forger.emit(
            "org.freedesktop.login1.Session", "Lock", path: "/org/freedesktop/login1/session/_31", to: destination)
        try forger.emit("org.freedesktop.ScreenSaver", "ActiveChanged", true, to: destination)
    }

    private func expectOnlyTheTrueSignal() throws {
        let desktop = try Peer(bus, owning: "org.gnome.ScreenSaver")
        try desktop.emit("org.gnome.ScreenSaver", "ActiveChanged", true)
        try observed.causes.wait()
        #expect(observed.causes.all == [.screenSaver])
    }

    @Test(arguments: [false, true])
    func broadcastOfAStrangerIsIgnored(nameIsOwned: Bool) throws {
        let owner = try Peer(bus, owning: nameIsOwned ? LoginManagerPeer.name : nil)
        if nameIsOwned { try owner.own("org.freedesktop.ScreenSaver") }
        try forge(to: nil)
        try expectOnlyTheTrueSignal()
    }

    /// The bus delivers what is addressed to a connection, whatever that has asked for.
    @Test func signalAddressedToUsIsIgnored() throws {
        let login = try LoginManagerPeer(bus)
        for name in try forger.others() { try forge(to: name) }
        try expectOnlyTheTrueSignal()
        withExtendedLifetime(login) {}
    }

    @Test func strangerCannotClaimTheNameInTheBusDaemonsPlace() throws {
        let daemon = "org.freedesktop.DBus"
        let forgerName = try forger.uniqueName
        for listener in try forger.others() {
            try forger.emit(daemon, "NameOwnerChanged", path: "/org/freedesktop/DBus", to: listener) { signal in
                for text in [LoginManagerPeer.name, "", forgerName] { try Peer.append(text, to: signal) }
            }
            try forge(to: listener)
        }
        try expectOnlyTheTrueSignal()
    }

    /// The desktop may say that the screen is locked, but not that the machine sleeps.
    @Test func ownerOfOneNameCannotSpeakForAnother() throws {
        try forger.own("org.gnome.ScreenSaver")
        for destination in [nil] + (try forger.others()) { try forge(to: destination) }
        try forger.emit("org.gnome.ScreenSaver", "ActiveChanged", true)
        try observed.causes.wait()
        #expect(observed.causes.all == [.screenSaver])
    }

    @Test func formerOwnerIsNoLongerBelieved() throws {
        try forger.own(LoginManagerPeer.name)
        try forger.disown(LoginManagerPeer.name)
        for destination in [nil] + (try forger.others()) { try forge(to: destination) }
        try expectOnlyTheTrueSignal()
    }
}
