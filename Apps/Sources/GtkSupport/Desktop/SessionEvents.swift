import CGtk

/// Tells when the screen locks and when the machine goes to sleep, as logind and the screen savers of freedesktop.org and GNOME say it.
///
/// Every program of the user's can pretend to be a screen saver: good for locking, not for unlocking.
@MainActor public final class SessionEvents {
    /// What has happened.
    public enum Event: Sendable {
        /// The screen or the session is locked.
        case screenLock
        /// The machine goes to sleep.
        case sleep
    }

    private static let screenSavers = ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"]
    private static let logind = "org.freedesktop.login1"

    private let body: @MainActor (Event) -> Void
    private var connections: [BusConnection] = []

    /// - Parameter body: called for each event.
    public init(_ body: @escaping @MainActor (Event) -> Void) {
        self.body = body
        for bus in [G_BUS_TYPE_SESSION, G_BUS_TYPE_SYSTEM] {
            BusConnection.open(bus) { [weak self] in
                if let bus = $0 { self?.listen(on: bus) }
            }
        }
    }

    private func listen(on bus: BusConnection) {
        connections.append(bus)
        for name in Self.screenSavers {
            bus.onSignal(from: nil, name, "ActiveChanged") { [body] in if $0.bool == true { body(.screenLock) } }
        }
        bus.onSignal(from: nil, "\(Self.logind).Session", "Lock") { [body] _ in body(.screenLock) }
        bus.onSignal(from: nil, "\(Self.logind).Manager", "PrepareForSleep") { [body] in
            if $0.bool == true { body(.sleep) }
        }
    }
}
