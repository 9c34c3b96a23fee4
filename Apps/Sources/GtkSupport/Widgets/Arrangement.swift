import CGtk

/// A scrolled area for a widget that is larger than its room.
public struct Scroller: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_scrolled_window_get_type() }

    /// Creates an area around a widget, which gets the whole width.
    public init(_ child: some WidgetKind) {
        raw = UnsafeMutableRawPointer(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_widget_set_vexpand(widget, 1)
        // The focus goes to the content.
        gtk_widget_set_focusable(widget, 0)
        setChild(child)
    }

    /// Replaces the content.
    public func setChild(_ child: some WidgetKind) { gtk_scrolled_window_set_child(opaque, child.widget) }

    /// The scroll position: pixels from the start.
    public var position: Double {
        get { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(opaque)) }
        nonmutating set { gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(opaque), newValue) }
    }
}

/// A container that limits the width of a widget, so that it is easy to read.
public struct Clamp: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { adw_clamp_get_type() }

    /// - Parameter width: the largest width, in pixels.
    public init(_ child: some WidgetKind, width: Int32 = 600) {
        raw = UnsafeMutableRawPointer(adw_clamp_new())
        adw_clamp_set_maximum_size(opaque, width)
        adw_clamp_set_child(opaque, child.widget)
    }
}

/// A container that wraps its widgets into lines.
public struct Flow: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_flow_box_get_type() }

    /// Creates an empty container in which nothing can be selected.
    public init(spacing: UInt32 = 6, mostInLine: UInt32 = 30) {
        raw = UnsafeMutableRawPointer(gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(opaque, mostInLine)
        gtk_flow_box_set_column_spacing(opaque, spacing)
        gtk_flow_box_set_row_spacing(opaque, spacing)
    }

    /// Adds a widget at the end. The widget takes the focus, not its cell.
    public func append(_ child: some WidgetKind) {
        gtk_flow_box_append(opaque, child.widget)
        guard let place = gtk_widget_get_parent(child.widget) else { return }
        gtk_widget_set_focusable(place, 0)
    }
}

/// The position of a widget in the room that it has.
public enum Alignment: Sendable {
    case fill, start, center, end

    var raw: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .center: GTK_ALIGN_CENTER
        case .end: GTK_ALIGN_END
        }
    }
}

extension WidgetKind {
    /// Sets whether the widget takes room that is left over.
    public func setExpands(horizontally: Bool = false, vertically: Bool = false) {
        gtk_widget_set_hexpand(widget, horizontally ? 1 : 0)
        gtk_widget_set_vexpand(widget, vertically ? 1 : 0)
    }

    /// Sets the position of the widget in its room.
    public func setAlignment(horizontal: Alignment = .fill, vertical: Alignment = .fill) {
        gtk_widget_set_halign(widget, horizontal.raw)
        gtk_widget_set_valign(widget, vertical.raw)
    }

    /// Sets the margins above and below the widget and at its sides, in pixels.
    public func setMargins(vertical: Int32, horizontal: Int32) {
        gtk_widget_set_margin_top(widget, vertical)
        gtk_widget_set_margin_bottom(widget, vertical)
        gtk_widget_set_margin_start(widget, horizontal)
        gtk_widget_set_margin_end(widget, horizontal)
    }

    /// Sets the margin at the side at which lines begin, in pixels.
    public func setStartMargin(_ pixels: Int32) { gtk_widget_set_margin_start(widget, pixels) }

    /// Sets the smallest size in pixels; -1 for the natural size.
    public func setLeastSize(width: Int32 = -1, height: Int32 = -1) {
        gtk_widget_set_size_request(widget, width, height)
    }

    /// Sets whether the widget can take the focus.
    public func setFocusable(_ isFocusable: Bool) { gtk_widget_set_focusable(widget, isFocusable ? 1 : 0) }
}

extension Label {
    /// Sets the text with Pango's markup. Texts must have passed through ``escape(_:)``.
    public func setMarkup(_ markup: String) { gtk_label_set_markup(opaque, markup) }

    /// Returns the markup that shows a text unchanged.
    public static func escape(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }

    /// Sets whether the user can select the text.
    public func setSelectable(_ isSelectable: Bool) { gtk_label_set_selectable(opaque, isSelectable ? 1 : 0) }

    /// Centres the lines.
    public func center() {
        gtk_label_set_xalign(opaque, 0.5)
        gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
    }

    /// Sets the widget that the label's key activates, and that has the label as its accessible name.
    public func names(_ widget: some WidgetKind) { gtk_label_set_mnemonic_widget(opaque, widget.widget) }
}

extension PlainList {
    /// Adds a row at the end that cannot take the focus; widgets inside it can.
    public func appendFixed(_ row: some WidgetKind) {
        append(row)
        guard let place = gtk_widget_get_parent(row.widget) else { return }
        gtk_widget_set_focusable(place, 0)
        gtk_list_box_row_set_activatable(UnsafeMutableRawPointer(place).assumingMemoryBound(to: GtkListBoxRow.self), 0)
        gtk_list_box_row_set_selectable(UnsafeMutableRawPointer(place).assumingMemoryBound(to: GtkListBoxRow.self), 0)
    }

    /// Creates an empty list in which nothing can be selected.
    public init() {
        self.init(raw: UnsafeMutableRawPointer(gtk_list_box_new()))
        gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
    }

    /// The index of the selected row; `nil` if there is none.
    public var selected: Int? {
        gtk_list_box_get_selected_row(opaque).map { Int(gtk_list_box_row_get_index($0)) }
    }

    /// Selects a row; `nil` for none.
    public func select(_ place: Int?) {
        gtk_list_box_select_row(opaque, place.flatMap { gtk_list_box_get_row_at_index(opaque, Int32($0)) })
    }

    /// Sets the accessible name of a row.
    public func setName(_ name: String, ofRow place: Int) {
        guard let row = gtk_list_box_get_row_at_index(opaque, Int32(place)) else { return }
        Widget(raw: UnsafeMutableRawPointer(row)).setAccessibleName(name)
    }

    /// Calls `body` with the index of a row that was clicked, or on which Return was pressed.
    public func onOpen(_ body: @escaping @MainActor (Int) -> Void) {
        Signal.connect(
            raw, "row-activated",
            object: { row in
                let place = gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))
                body(Int(place))
            })
    }
}

extension Signal {
    private final class Object {
        let body: @MainActor (UnsafeMutableRawPointer) -> Void
        init(_ body: @escaping @MainActor (UnsafeMutableRawPointer) -> Void) { self.body = body }
    }

    /// Connects `body` to a signal whose first argument is an object, and passes that object.
    @MainActor public static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String,
        object body: @escaping @MainActor (UnsafeMutableRawPointer) -> Void
    ) {
        let call: @convention(c) (gpointer, gpointer?, gpointer) -> Void = { _, argument, data in
            guard let argument else { return }
            let handler = Unmanaged<Object>.fromOpaque(data).takeUnretainedValue()
            nonisolated(unsafe) let found = argument
            MainActor.assumeIsolated { handler.body(found) }
        }
        g_signal_connect_data(
            object, name, unsafeBitCast(call, to: GCallback.self), Unmanaged.passRetained(Object(body)).toOpaque(),
            { data, _ in
                guard let data else { return }
                Unmanaged<Object>.fromOpaque(data).release()
            }, GConnectFlags(rawValue: 0))
    }
}

extension Box {
    /// Removes a widget.
    public func remove(_ child: some WidgetKind) { gtk_box_remove(pointer(), child.widget) }
}

extension Entry {
    /// Sets the text that the empty entry shows.
    public func setPlaceholder(_ text: String) {
        guard chatelaine_is_a(raw, gtk_entry_get_type()) != 0 else { return }
        gtk_entry_set_placeholder_text(pointer(), text)
    }
}

extension Box {
    /// Inserts a widget before another one of the box.
    public func insert(_ child: some WidgetKind, before other: some WidgetKind) {
        gtk_box_insert_child_after(pointer(), child.widget, gtk_widget_get_prev_sibling(other.widget))
    }
}

extension Spinner {
    /// Creates a spinner that turns.
    public init() {
        self.init(raw: UnsafeMutableRawPointer(gtk_spinner_new()))
        isSpinning = true
    }
}
