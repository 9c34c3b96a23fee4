import DBus

/// The signals of the desktop's screen lock, for as long as one connection to the session bus lasts.
///
/// KDE, Xfce, Cinnamon and others own freedesktop.org's name, GNOME owns a name of its own.
final class ScreenSaver {
    private static let names = ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"]

    private var owners: [NameOwner] = []

    init(bus: BusHandle, onLock: @escaping (LockSignals.Cause) -> Void) throws(BusError) {
        for name in Self.names {
            let owner = try NameOwner(name, on: bus)
            try owner.onSignal(name, "ActiveChanged") { if $0.bool() == true { onLock(.screenSaver) } }
            owners.append(owner)
        }
    }
}
