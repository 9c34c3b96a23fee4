import CGtk

/// The actions of a window's menus: actions of GTK's, with names such as `win.lock`.
@MainActor public final class Actions {
    private let map: OpaquePointer

    /// - Parameter window: an application window.
    public init(_ window: Window) { map = window.opaque }

    /// Adds an action.
    ///
    /// - Parameter name: the name without `win.`
    public func add(_ name: String, _ body: @escaping @MainActor () -> Void) {
        guard let action = g_simple_action_new(name, nil) else { return }
        Signal.connect(UnsafeMutableRawPointer(action), "activate", body)
        add(action)
    }

    /// Adds an action for menu entries that have a text as their target.
    public func add(_ name: String, withText body: @escaping @MainActor (String) -> Void) {
        guard let type = g_variant_type_new("s"), let action = g_simple_action_new(name, type) else { return }
        g_variant_type_free(type)
        Signal.connect(UnsafeMutableRawPointer(action), "activate", object: { body(Self.text(OpaquePointer($0))) })
        add(action)
    }

    /// Adds an action `win.NAME` that is switched on and off.
    ///
    /// - Parameters:
    ///   - isOn: the state at first.
    ///   - body: called with the new state after each change.
    public func addSwitch(_ name: String, isOn: Bool, _ body: @escaping @MainActor (Bool) -> Void) {
        guard let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0)) else { return }
        var isOn = isOn
        let state = action
        Signal.connect(UnsafeMutableRawPointer(action), "activate") { () -> Void in
            isOn.toggle()
            g_simple_action_set_state(state, g_variant_new_boolean(isOn ? 1 : 0))
            body(isOn)
        }
        add(action)
    }

    /// Adds an action for menu entries of which one is chosen, each with a text as its target.
    public func add(_ name: String, choice: String, _ body: @escaping @MainActor (String) -> Void) {
        guard let type = g_variant_type_new("s"),
            let action = g_simple_action_new_stateful(name, type, g_variant_new_string(choice))
        else { return }
        g_variant_type_free(type)
        let raw = UnsafeMutableRawPointer(action)
        Signal.connect(
            raw, "change-state",
            object: { value in
                g_simple_action_set_state(OpaquePointer(raw), OpaquePointer(value))
                body(Self.text(OpaquePointer(value)))
            })
        add(action)
    }

    /// Enables or disables an action.
    public func setEnabled(_ name: String, _ isEnabled: Bool) {
        guard let action = g_action_map_lookup_action(map, name) else { return }
        g_simple_action_set_enabled(OpaquePointer(UnsafeMutableRawPointer(action)), isEnabled ? 1 : 0)
    }

    private func add(_ action: OpaquePointer) {
        g_action_map_add_action(map, action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    private static func text(_ value: OpaquePointer) -> String {
        g_variant_get_string(value, nil).map { String(cString: $0) } ?? ""
    }
}

/// A button that shows a menu.
public struct MenuButton: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_menu_button_get_type() }

    /// Sets the button's name for users who cannot see its picture.
    public func setName(_ name: String) {
        setTooltip(name)
        setAccessibleNames(name)
    }

    /// Sets the menu.
    ///
    /// - Parameter sections: the sections of entries, each with its label and its action, such as `win.new::login`.
    public func setMenu(_ sections: [[(label: String, action: String)]]) {
        guard let menu = g_menu_new() else { return }
        for entries in sections where !entries.isEmpty {
            guard let section = g_menu_new() else { continue }
            for entry in entries { g_menu_append(section, entry.label, entry.action) }
            chatelaine_append_section(menu, section)
            g_object_unref(UnsafeMutableRawPointer(section))
        }
        chatelaine_set_menu(widget, menu)
        g_object_unref(UnsafeMutableRawPointer(menu))
    }
}
