import CGtk

/// A connection to a message bus by GLib's client, with signals in the main loop.
@MainActor final class BusConnection {
    /// The content of a signal or a reply. It must not be kept: it is valid only during the call.
    struct Message {
        fileprivate let parameters: OpaquePointer

        /// The first value, if it is a Boolean.
        var bool: Bool? {
            guard let first = child(0) else { return nil }
            defer { g_variant_unref(first) }
            return Self.bool(first)
        }

        /// The first value, if it is a string or an object path.
        var text: String? {
            guard let first = child(0) else { return nil }
            defer { g_variant_unref(first) }
            let kind = g_variant_classify(first)
            guard kind == G_VARIANT_CLASS_STRING || kind == G_VARIANT_CLASS_OBJECT_PATH else { return nil }
            return g_variant_get_string(first, nil).map { String(cString: $0) }
        }

        /// Returns the new value of a Boolean property in a `PropertiesChanged` signal; `nil` if that property did not change.
        func changed(_ property: String) -> Bool? {
            guard let changes = child(1) else { return nil }
            defer { g_variant_unref(changes) }
            guard String(cString: g_variant_get_type_string(changes)) == "a{sv}",
                let value = g_variant_lookup_value(changes, property, nil)
            else { return nil }
            defer { g_variant_unref(value) }
            return Self.bool(value)
        }

        private func child(_ index: Int) -> OpaquePointer? {
            // The sender decides about the content, so the types are checked.
            guard g_variant_classify(parameters) == G_VARIANT_CLASS_TUPLE, index < g_variant_n_children(parameters)
            else { return nil }
            return g_variant_get_child_value(parameters, gsize(index))
        }

        private static func bool(_ value: OpaquePointer) -> Bool? {
            g_variant_classify(value) == G_VARIANT_CLASS_BOOLEAN ? g_variant_get_boolean(value) != 0 : nil
        }
    }

    private final class Listener {
        let body: @MainActor (Message) -> Void
        init(_ body: @escaping @MainActor (Message) -> Void) { self.body = body }
    }

    @MainActor private final class Waiting {
        let body: @MainActor (OpaquePointer?) -> Void
        init(_ body: @escaping @MainActor (OpaquePointer?) -> Void) { self.body = body }
    }

    private let raw: OpaquePointer
    private var subscriptions: [guint] = []

    private init(_ raw: OpaquePointer) { self.raw = raw }

    isolated deinit {
        for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(raw, subscription) }
        g_object_unref(UnsafeMutableRawPointer(raw))
    }

    /// Connects, and passes on the connection; `nil` if there is no such bus.
    static func open(_ type: GBusType, _ body: @escaping @MainActor (BusConnection?) -> Void) {
        let waiting = Waiting { result in
            guard let raw = g_bus_get_finish(result, nil) else { return body(nil) }
            // The program must not end because a bus does.
            g_dbus_connection_set_exit_on_close(raw, 0)
            body(BusConnection(raw))
        }
        g_bus_get(type, nil, answered, Unmanaged.passRetained(waiting).toOpaque())
    }

    private static let answered: GAsyncReadyCallback = { _, result, data in
        guard let data else { return }
        let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
        nonisolated(unsafe) let result = result
        MainActor.assumeIsolated { waiting.body(result) }
    }

    /// Calls `body` for each signal of a kind, as long as the connection is kept.
    ///
    /// - Parameters:
    ///   - sender: a bus name; only signals of its owner count. `nil` for any sender.
    ///   - path: the object; `nil` for any.
    func onSignal(
        from sender: String?, path: String? = nil, _ interface: String, _ member: String,
        _ body: @escaping @MainActor (Message) -> Void
    ) {
        let call: GDBusSignalCallback = { _, _, _, _, _, parameters, data in
            guard let data, let parameters else { return }
            let listener = Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue()
            nonisolated(unsafe) let message = Message(parameters: parameters)
            MainActor.assumeIsolated { listener.body(message) }
        }
        subscriptions.append(
            g_dbus_connection_signal_subscribe(
                raw, sender, interface, member, path, nil, G_DBUS_SIGNAL_FLAGS_NONE, call,
                Unmanaged.passRetained(Listener(body)).toOpaque(),
                { data in
                    guard let data else { return }
                    Unmanaged<Listener>.fromOpaque(data).release()
                }))
    }

    /// Calls a method with string arguments, and passes on the reply; `nil` if there is none.
    func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [String],
        _ body: @escaping @MainActor (Message?) -> Void
    ) {
        var values = arguments.map { g_variant_new_string($0) }
        let tuple = g_variant_new_tuple(&values, gsize(values.count))
        let connection = raw
        let waiting = Waiting { result in
            guard let answer = g_dbus_connection_call_finish(connection, result, nil) else { return body(nil) }
            defer { g_variant_unref(answer) }
            body(Message(parameters: answer))
        }
        g_dbus_connection_call(
            raw, name, path, interface, method, tuple, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, 5000, nil, Self.answered,
            Unmanaged.passRetained(waiting).toOpaque())
    }
}
