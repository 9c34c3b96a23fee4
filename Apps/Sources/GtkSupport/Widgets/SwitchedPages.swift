import CGtk

/// Pages of which one is visible, with a switcher in the title bar or at the foot of the window.
public struct SwitchedPages: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { adw_view_stack_get_type() }

    /// The name of the visible page, which is one of the layout's names.
    public var shown: String {
        get { adw_view_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
        nonmutating set { adw_view_stack_set_visible_child_name(opaque, newValue) }
    }

    /// Calls `body` when another page is shown, by the user or by the program.
    public func onSwitch(_ body: @escaping @MainActor () -> Void) { on("notify::visible-child", body) }
}

extension Pages {
    /// Adds a page.
    ///
    /// - Parameters:
    ///   - child: the page.
    ///   - name: the name of the page.
    public func add(_ child: some WidgetKind, named name: String) {
        gtk_stack_add_named(opaque, child.widget, name)
    }
}
