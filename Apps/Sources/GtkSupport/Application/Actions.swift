import CGtk

/// What the entries of a window's menus do, by the names that layouts give them: `win.NAME`.
@MainActor public struct Actions {
    private let window: Window

    /// - Parameter window: an application's window.
    public init(_ window: Window) { self.window = window }

    /// Has entries called `win.NAME` do something.
    public func add(_ name: String, _ body: @escaping @MainActor () -> Void) {
        guard let action = g_simple_action_new(name, nil) else { return }
        Signal.connect(UnsafeMutableRawPointer(action), "activate", body)
        install(action)
    }

    /// Has entries called `win.NAME` turn something on and off.
    ///
    /// - Parameters:
    ///   - isOn: what it is now.
    ///   - body: told what it is from now on.
    public func addSwitch(_ name: String, isOn: Bool, _ body: @escaping @MainActor (Bool) -> Void) {
        guard let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0)) else { return }
        var isOn = isOn
        let state = action
        Signal.connect(UnsafeMutableRawPointer(action), "activate") { () -> Void in
            isOn.toggle()
            g_simple_action_set_state(state, g_variant_new_boolean(isOn ? 1 : 0))
            body(isOn)
        }
        install(action)
    }

    private func install(_ action: OpaquePointer) {
        g_action_map_add_action(window.opaque, action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }
}
