import CGtk

/// Keyboard shortcuts of a window or a widget.
@MainActor public enum Shortcuts {
    private final class Action {
        let body: @MainActor () -> Bool
        init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
    }

    /// Adds a shortcut.
    ///
    /// - Parameters:
    ///   - key: the key in the syntax of `gtk_shortcut_trigger_parse_string()`, such as `<Control>f`.
    ///   - widget: the widget that has the shortcut; usually a window.
    ///   - early: whether the shortcut takes precedence over the focused widget, which otherwise may take the key.
    ///   - body: returns whether it has handled the key; `false` passes the key on.
    public static func add(
        _ key: String, to widget: some WidgetKind, early: Bool = false, _ body: @escaping @MainActor () -> Bool
    ) {
        guard let trigger = gtk_shortcut_trigger_parse_string(key) else {
            preconditionFailure("no key is called “\(key)”")
        }
        let call: GtkShortcutFunc = { _, _, data in
            guard let data else { return 0 }
            let action = Unmanaged<Action>.fromOpaque(data).takeUnretainedValue()
            return MainActor.assumeIsolated { action.body() } ? 1 : 0
        }
        let action = gtk_callback_action_new(
            call, Unmanaged.passRetained(Action(body)).toOpaque(),
            { data in
                guard let data else { return }
                Unmanaged<Action>.fromOpaque(data).release()
            })
        guard let controller = gtk_shortcut_controller_new() else { return }
        let shortcuts = OpaquePointer(UnsafeMutableRawPointer(controller))
        gtk_event_controller_set_propagation_phase(controller, early ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
        gtk_shortcut_controller_set_scope(shortcuts, GTK_SHORTCUT_SCOPE_LOCAL)
        gtk_shortcut_controller_add_shortcut(shortcuts, gtk_shortcut_new(trigger, action))
        gtk_widget_add_controller(widget.widget, controller)
    }

    /// Adds shortcuts that handle their keys whenever a condition holds.
    public static func add(
        to widget: some WidgetKind, while condition: @escaping @MainActor () -> Bool = { true },
        _ keys: KeyValuePairs<String, @MainActor () -> Void>
    ) {
        for (key, body) in keys {
            add(key, to: widget) {
                guard condition() else { return false }
                body()
                return true
            }
        }
    }
}
