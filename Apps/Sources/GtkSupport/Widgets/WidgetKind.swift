import CGtk

/// One of GTK's widgets: a pointer that knows its type. Whoever shows a widget keeps it alive, as GTK has it.
@MainActor public protocol WidgetKind {
    /// The GObject.
    var raw: UnsafeMutableRawPointer { get }
    /// - Parameter raw: an object of ``type``.
    init(raw: UnsafeMutableRawPointer)
    /// GTK's type.
    static var type: GType { get }
}

extension WidgetKind {
    /// As GTK's functions take it.
    public var widget: UnsafeMutablePointer<GtkWidget> { raw.assumingMemoryBound(to: GtkWidget.self) }

    /// As GTK's functions take objects whose types they do not show.
    public var opaque: OpaquePointer { OpaquePointer(raw) }

    /// A pointer as a function of the C library wants it, whose types it shows.
    public func pointer<Pointee>(_: Pointee.Type = Pointee.self) -> UnsafeMutablePointer<Pointee> {
        raw.assumingMemoryBound(to: Pointee.self)
    }

    /// Whether it takes part in the window at all.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        nonmutating set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether it can be used.
    public var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        nonmutating set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// Whether keys go to it, or to something in it.
    public var hasFocus: Bool {
        gtk_widget_has_focus(widget) != 0
            || gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// Has keys go to it.
    public func focus() { gtk_widget_grab_focus(widget) }

    /// Has keys go to it if they go to nothing in its window: what is disabled or hidden loses them.
    public func focusIfLost() {
        guard gtk_widget_get_mapped(widget) != 0, let root = gtk_widget_get_root(widget),
            gtk_root_get_focus(root) == nil
        else { return }
        focus()
    }

    /// What accessibility clients call it: what it does.
    public func setAccessibleName(_ name: String) { chatelaine_set_accessible_label(widget, name) }

    /// What accessibility clients say of it beside its name.
    public func setAccessibleDescription(_ text: String) { chatelaine_set_accessible_description(widget, text) }

    /// What is shown when a pointer rests on it; without a label of its own this is its name as well.
    public func setTooltip(_ text: String?) { gtk_widget_set_tooltip_text(widget, text) }

    /// Gives it a class of the style sheet, or takes it away.
    public func setClass(_ name: String, _ isSet: Bool = true) {
        if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }

    /// Calls `body` for each signal of that name.
    public func on(_ signal: String, _ body: @escaping @MainActor () -> Void) { Signal.connect(raw, signal, body) }

    /// The same object as another type, if it is one.
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

    /// - Parameter other: the same widget, of which it is no longer known what it is.
    public init(_ other: some WidgetKind) { raw = other.raw }
}
