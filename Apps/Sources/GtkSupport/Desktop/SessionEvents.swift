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

    private final class Handler {
        weak var events: SessionEvents?
        init(_ events: SessionEvents) { self.events = events }
    }

    private let body: @MainActor (Event) -> Void
    private var connections: [OpaquePointer] = []

    /// - Parameter body: called for each event.
    public init(_ body: @escaping @MainActor (Event) -> Void) {
        self.body = body
        listen(on: G_BUS_TYPE_SESSION)
        listen(on: G_BUS_TYPE_SYSTEM)
    }

    isolated deinit { for connection in connections { g_object_unref(UnsafeMutableRawPointer(connection)) } }

    private func listen(on bus: GBusType) {
        // The answer may come when nobody wants it any more.
        let handler = Unmanaged.passRetained(Handler(self))
        let ready: GAsyncReadyCallback = { _, result, data in
            guard let data else { return }
            let handler = Unmanaged<Handler>.fromOpaque(data).takeRetainedValue()
            nonisolated(unsafe) let connection = g_bus_get_finish(result, nil)
            guard let connection else { return }
            MainActor.assumeIsolated { handler.events?.subscribe(connection) }
        }
        g_bus_get(bus, nil, ready, handler.toOpaque())
    }

    private func subscribe(_ connection: OpaquePointer) {
        connections.append(connection)
        for (interface, member) in [
            ("org.freedesktop.ScreenSaver", "ActiveChanged"), ("org.gnome.ScreenSaver", "ActiveChanged"),
            ("org.freedesktop.login1.Session", "Lock"), ("org.freedesktop.login1.Manager", "PrepareForSleep"),
        ] {
            let call: GDBusSignalCallback = { _, _, _, _, member, parameters, data in
                guard let data, let member else { return }
                let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
                let name = String(cString: member)
                let isOn = SessionEvents.first(of: parameters)
                MainActor.assumeIsolated { handler.events?.note(name, isOn) }
            }
            g_dbus_connection_signal_subscribe(
                connection, nil, interface, member, nil, nil, G_DBUS_SIGNAL_FLAGS_NONE, call,
                Unmanaged.passRetained(Handler(self)).toOpaque(),
                { data in
                    guard let data else { return }
                    Unmanaged<Handler>.fromOpaque(data).release()
                })
        }
    }

    /// The first argument if it is a truth value; a signal without arguments stands for itself.
    private nonisolated static func first(of parameters: OpaquePointer?) -> Bool {
        guard let parameters, g_variant_n_children(parameters) > 0 else { return true }
        guard let value = g_variant_get_child_value(parameters, 0) else { return false }
        defer { g_variant_unref(value) }
        return String(cString: g_variant_get_type_string(value)) == "b" && g_variant_get_boolean(value) != 0
    }

    private func note(_ member: String, _ isOn: Bool) {
        guard isOn else { return }
        body(member == "PrepareForSleep" ? .sleep : .screenLock)
    }
}
