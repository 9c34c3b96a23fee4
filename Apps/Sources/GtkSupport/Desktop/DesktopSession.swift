import CGtk
import Glibc

/// What the desktop says about its screen lock, and logind about the session and the machine.
///
/// KDE, Xfce, Cinnamon and others own the name that freedesktop.org gave, GNOME owns one of its own. Every program of the user's can do so
/// if no desktop does: good for locking, not for unlocking.
@MainActor public final class DesktopSession {
    /// What has happened.
    public enum Event: Sendable {
        /// The screen or the session is locked.
        case screenLock
        /// Somebody else uses the machine.
        case inactivity
        /// The machine goes to sleep.
        case sleep
    }

    private static let screenSavers = ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"]
    private static let logind = "org.freedesktop.login1"

    private let body: @MainActor (Event) -> Void
    private var connections: [BusConnection] = []

    /// Begins to listen. A bus that is not there is left out.
    ///
    /// - Parameter body: called for each event.
    public init(_ body: @escaping @MainActor (Event) -> Void) {
        self.body = body
        BusConnection.open(G_BUS_TYPE_SESSION) { [weak self] bus in
            guard let bus else { return }
            self?.watchScreenSavers(bus)
        }
        BusConnection.open(G_BUS_TYPE_SYSTEM) { [weak self] bus in
            guard let bus else { return }
            self?.watchLogind(bus)
        }
    }

    private func watchScreenSavers(_ bus: BusConnection) {
        connections.append(bus)
        for name in Self.screenSavers {
            bus.onSignal(from: name, name, "ActiveChanged") { [body] message in
                if message.bool == true { body(.screenLock) }
            }
        }
    }

    private func watchLogind(_ bus: BusConnection) {
        connections.append(bus)
        bus.onSignal(from: Self.logind, "\(Self.logind).Manager", "PrepareForSleep") { [body] message in
            if message.bool == true { body(.sleep) }
        }
        findSession(bus)
    }

    /// The session that this program is shown in. Programs that systemd starts for a user are in none: then it is the user's.
    private func findSession(_ bus: BusConnection) {
        let session = getenv("XDG_SESSION_ID").map { String(cString: $0) } ?? "auto"
        bus.call(
            Self.logind, "/org/freedesktop/login1", "\(Self.logind).Manager", "GetSession", [session]
        ) { [weak self] answer in
            guard let path = answer?.text else { return }
            self?.watch(path, bus)
        }
    }

    private func watch(_ session: String, _ bus: BusConnection) {
        bus.onSignal(from: Self.logind, path: session, "\(Self.logind).Session", "Lock") { [body] _ in
            body(.screenLock)
        }
        bus.onSignal(
            from: Self.logind, path: session, "org.freedesktop.DBus.Properties", "PropertiesChanged"
        ) { [body] message in
            if message.changed("LockedHint") == true { body(.screenLock) }
            if message.changed("Active") == false { body(.inactivity) }
        }
    }
}
