import CGtk

/// Widgets in a row or a column.
public struct Box: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_box_get_type() }

    /// Makes an empty one.
    ///
    /// - Parameter spacing: pixels between two widgets.
    public init(vertical: Bool = false, spacing: Int32 = 6) {
        raw = UnsafeMutableRawPointer(
            gtk_box_new(vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, spacing))
    }

    /// Puts a widget at the end.
    public func append(_ child: some WidgetKind) { gtk_box_append(pointer(), child.widget) }

    /// Takes all widgets out.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(pointer(), child) }
    }
}

/// Pages of which one is shown.
public struct Pages: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_stack_get_type() }

    /// The name of the page that is shown; to show another, one of the layout's names. Accessibility clients are told of no other: GTK 4.8
    /// says of all pages that they are seen.
    public var shown: String {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
        nonmutating set {
            gtk_stack_set_visible_child_name(opaque, newValue)
            sayWhatIsSeen()
        }
    }
}

/// Panes beside each other, and one at a time where there is no room for all.
public struct Panes: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { adw_leaflet_get_type() }

    /// Whether there is room for one only.
    public var isFolded: Bool { adw_leaflet_get_folded(opaque) != 0 }

    /// The name of the pane that is shown where there is room for one only.
    public var shown: String {
        get { adw_leaflet_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
        nonmutating set { adw_leaflet_set_visible_child_name(opaque, newValue) }
    }

    /// Calls `body` when it has become one or several.
    public func onFold(_ body: @escaping @MainActor () -> Void) { on("notify::folded", body) }
}

/// Rows that are all made at once: for settings and forms, not for what grows.
public struct PlainList: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_list_box_get_type() }

    /// Puts a row at the end.
    public func append(_ row: some WidgetKind) { gtk_list_box_append(opaque, row.widget) }

    /// Takes all rows out.
    public func removeAll() {
        while let row = gtk_list_box_get_row_at_index(opaque, 0) {
            gtk_list_box_remove(opaque, UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
        }
    }
}

/// A page that says that there is nothing, and what to do about it.
public struct StatusPage: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { adw_status_page_get_type() }

    /// What it says in large letters.
    public func setTitle(_ text: String) { adw_status_page_set_title(opaque, text) }

    /// What it says below.
    public func setDescription(_ text: String) {
        // This is markup to libadwaita.
        let escaped = g_markup_escape_text(text, -1)
        defer { g_free(escaped) }
        adw_status_page_set_description(opaque, escaped)
    }

    /// The picture above, of the icon theme.
    public func setIcon(_ name: String) { adw_status_page_set_icon_name(opaque, name) }
}

/// A picture that turns while something lasts.
public struct Spinner: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_spinner_get_type() }

    /// Whether it turns, and is seen at all.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        nonmutating set {
            gtk_spinner_set_spinning(opaque, newValue ? 1 : 0)
            isVisible = newValue
        }
    }
}

/// On or off.
public struct Switch: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_switch_get_type() }

    /// Whether it is on.
    public var isOn: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        nonmutating set { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
    }

    /// Calls `body` when it changes, by whomever.
    public func onChange(_ body: @escaping @MainActor () -> Void) { on("notify::active", body) }
}

extension WidgetKind {
    /// Leaves room around it.
    ///
    /// - Parameter pixels: on each side.
    public func setMargins(_ pixels: Int32) {
        gtk_widget_set_margin_start(widget, pixels)
        gtk_widget_set_margin_end(widget, pixels)
        gtk_widget_set_margin_top(widget, pixels)
        gtk_widget_set_margin_bottom(widget, pixels)
    }
}
