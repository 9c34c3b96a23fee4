import CGtk

/// A row or a column of widgets.
public struct Box: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_box_get_type() }

    /// Creates an empty box.
    ///
    /// - Parameter spacing: the distance between two widgets, in pixels.
    public init(vertical: Bool = false, spacing: Int32 = 6) {
        raw = UnsafeMutableRawPointer(
            gtk_box_new(vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, spacing))
    }

    /// Adds a widget at the end.
    public func append(_ child: some WidgetKind) { gtk_box_append(pointer(), child.widget) }

    /// Removes all widgets.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(pointer(), child) }
    }
}

/// Pages of which one is visible.
public struct Pages: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_stack_get_type() }

    /// The name of the visible page, which is one of the layout's names. Other pages are hidden from accessibility clients: GTK 4.8
    /// reports all pages as visible.
    public var shown: String {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
        nonmutating set {
            gtk_stack_set_visible_child_name(opaque, newValue)
            updateAccessibleVisibility()
        }
    }
}

/// Panes next to each other, or one at a time if there is not enough room.
public struct Panes: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { adw_leaflet_get_type() }

    /// Whether there is room for only one pane.
    public var isFolded: Bool { adw_leaflet_get_folded(opaque) != 0 }

    /// The name of the pane that is visible if there is room for only one.
    public var shown: String {
        get { adw_leaflet_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
        nonmutating set { adw_leaflet_set_visible_child_name(opaque, newValue) }
    }

    /// Calls `body` when the panes fold or unfold.
    public func onFold(_ body: @escaping @MainActor () -> Void) { on("notify::folded", body) }
}

/// A list that creates all its rows at once: for settings and forms, not for lists that grow.
public struct PlainList: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_list_box_get_type() }

    /// Adds a row at the end.
    public func append(_ row: some WidgetKind) { gtk_list_box_append(opaque, row.widget) }

    /// Removes all rows.
    public func removeAll() {
        while let row = gtk_list_box_get_row_at_index(opaque, 0) {
            gtk_list_box_remove(opaque, UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
        }
    }
}

/// A page that says that there is nothing to show, and what the user can do.
public struct StatusPage: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { adw_status_page_get_type() }

    /// Sets the title, in large letters.
    public func setTitle(_ text: String) { adw_status_page_set_title(opaque, text) }

    /// Sets the text below the title.
    public func setDescription(_ text: String) {
        // libadwaita parses the description as markup.
        let escaped = g_markup_escape_text(text, -1)
        defer { g_free(escaped) }
        adw_status_page_set_description(opaque, escaped)
    }

    /// Sets the icon above the title, by its name in the icon theme.
    public func setIcon(_ name: String) { adw_status_page_set_icon_name(opaque, name) }
}

/// A spinner, which turns while work lasts.
public struct Spinner: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_spinner_get_type() }

    /// Whether the spinner turns. It is hidden when it does not.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        nonmutating set {
            gtk_spinner_set_spinning(opaque, newValue ? 1 : 0)
            isVisible = newValue
        }
    }
}

/// A switch.
public struct Switch: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_switch_get_type() }

    /// Whether the switch is on.
    public var isOn: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        nonmutating set { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
    }

    /// Calls `body` when the state changes, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) { on("notify::active", body) }
}

extension WidgetKind {
    /// Sets the margins of the widget.
    ///
    /// - Parameter pixels: the margin on each side.
    public func setMargins(_ pixels: Int32) {
        gtk_widget_set_margin_start(widget, pixels)
        gtk_widget_set_margin_end(widget, pixels)
        gtk_widget_set_margin_top(widget, pixels)
        gtk_widget_set_margin_bottom(widget, pixels)
    }
}
