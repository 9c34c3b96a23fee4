import CGtk
import Glibc

/// Events of the desktop's screen lock, and of logind's session and sleep.
///
/// KDE, Xfce, Cinnamon and others own freedesktop.org's bus name; GNOME owns one of its own. If no desktop owns the names, any
/// program of the same user can: the events are good enough for locking, not for unlocking.
@MainActor public final class DesktopSession {
    /// An event.
    public enum Event: Sendable {
        /// The screen or the session is locked.
        case screenLock
        /// Another user uses the machine.
        case inactivity
        /// The machine goes to sleep.
        case sleep
    }

    private static let screenSavers = ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"]
    private static let logind = "org.freedesktop.login1"

    private let body: @MainActor (Event) -> Void
    private var connections: [BusConnection] = []

    /// Starts listening. A bus that is missing is left out.
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

    /// Watches the session that shows this program. Programs that systemd starts for a user are in no session; for them it is the user's.
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
