import CGtk
import Glibc

/// What the desktop says about its screen lock, and logind about the session.
///
/// KDE, Xfce, Cinnamon and others own the name that freedesktop.org gave, GNOME owns one of its own.
@MainActor final class DesktopSession {
    private static let screenSavers = ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"]
    private static let logind = "org.freedesktop.login1"

    private let body: @MainActor (Background.Cause) -> Void
    private var connections: [BusConnection] = []

    init(_ body: @escaping @MainActor (Background.Cause) -> Void) {
        self.body = body
        BusConnection.open(G_BUS_TYPE_SESSION) { [weak self] bus in
            guard let bus else { return }
            self?.watchScreenSavers(bus)
        }
        BusConnection.open(G_BUS_TYPE_SYSTEM) { [weak self] bus in
            guard let bus else { return }
            self?.findSession(bus)
        }
    }

    private func watchScreenSavers(_ bus: BusConnection) {
        connections.append(bus)
        for name in Self.screenSavers {
            bus.onSignal(from: name, name, "ActiveChanged") { [body] message in
                if message.bool == true { body(.screenLocked) }
            }
        }
    }

    /// The session that this program is shown in. Programs that systemd starts for a user are in none: then it is the user's.
    private func findSession(_ bus: BusConnection) {
        connections.append(bus)
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
            body(.screenLocked)
        }
        bus.onSignal(
            from: Self.logind, path: session, "org.freedesktop.DBus.Properties", "PropertiesChanged"
        ) { [body] message in
            if message.changed("LockedHint") == true { body(.screenLocked) }
            if message.changed("Active") == false { body(.sessionInactive) }
        }
    }
}
