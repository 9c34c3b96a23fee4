import CGtk

/// A GTK widget: a pointer with its type. By GTK's rules, the parent that shows a widget keeps it alive.
@MainActor public protocol WidgetKind {
    /// The GObject.
    var raw: UnsafeMutableRawPointer { get }
    /// - Parameter raw: an object of ``type``.
    init(raw: UnsafeMutableRawPointer)
    /// GTK's type.
    static var type: GType { get }
}

extension WidgetKind {
    /// The pointer as GTK's functions take it.
    public var widget: UnsafeMutablePointer<GtkWidget> { raw.assumingMemoryBound(to: GtkWidget.self) }

    /// The pointer for functions whose object types are opaque.
    public var opaque: OpaquePointer { OpaquePointer(raw) }

    /// Returns the pointer for functions whose object types are visible to Swift.
    public func pointer<Pointee>(_: Pointee.Type = Pointee.self) -> UnsafeMutablePointer<Pointee> {
        raw.assumingMemoryBound(to: Pointee.self)
    }

    /// Whether the widget takes part in the window.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        nonmutating set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether the widget can be used.
    public var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        nonmutating set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// Whether the widget, or a widget inside it, has the focus.
    public var hasFocus: Bool {
        gtk_widget_has_focus(widget) != 0
            || gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// Moves the focus to the widget.
    public func focus() { gtk_widget_grab_focus(widget) }

    /// Moves the focus to the widget if no widget of the window has it: a widget that is disabled or hidden loses the focus.
    public func focusIfLost() {
        guard gtk_widget_get_mapped(widget) != 0, let root = gtk_widget_get_root(widget),
            gtk_root_get_focus(root) == nil
        else { return }
        focus()
    }

    /// Sets the accessible name, which says what the widget does.
    public func setAccessibleName(_ name: String) { chatelaine_set_accessible_label(widget, name) }

    /// Sets the accessible description, which is announced in addition to the name.
    public func setAccessibleDescription(_ text: String) { chatelaine_set_accessible_description(widget, text) }

    /// Sets the tooltip, which is also the accessible name of a widget without a label.
    public func setTooltip(_ text: String?) { gtk_widget_set_tooltip_text(widget, text) }

    /// Adds or removes a class of the style sheet.
    public func setClass(_ name: String, _ isSet: Bool = true) {
        if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }

    /// Connects `body` to a signal.
    public func on(_ signal: String, _ body: @escaping @MainActor () -> Void) { Signal.connect(raw, signal, body) }

    /// Returns the same object as another type; `nil` if it is not of that type.
    public func cast<Other: WidgetKind>(to other: Other.Type = Other.self) -> Other? {
        chatelaine_is_a(raw, Other.type) != 0 ? Other(raw: raw) : nil
    }
}

/// A widget of any type.
public struct Widget: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_widget_get_type() }

    /// - Parameter other: the same widget as a specific type.
    public init(_ other: some WidgetKind) { raw = other.raw }
}
