import CGtk

/// A label: text that cannot be edited.
public struct Label: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_label_get_type() }

    /// Creates a left-aligned label. Its text wraps, or is cut with an ellipsis.
    public init(_ text: String = "", wraps: Bool = true) {
        raw = UnsafeMutableRawPointer(gtk_label_new(text))
        gtk_label_set_xalign(opaque, 0)
        gtk_label_set_wrap(opaque, wraps ? 1 : 0)
        if wraps {
            gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        } else {
            gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        }
    }

    /// The text. It is never parsed as markup.
    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        nonmutating set { gtk_label_set_text(opaque, newValue) }
    }
}

/// A button.
public struct Button: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_button_get_type() }

    /// Creates a button with a text.
    public init(_ label: String) { raw = UnsafeMutableRawPointer(gtk_button_new_with_label(label)) }

    /// Creates a button with an icon.
    ///
    /// - Parameters:
    ///   - icon: the icon's name in the icon theme.
    ///   - name: the accessible name and tooltip, which says what the button does.
    public init(icon: String, _ name: String) {
        raw = UnsafeMutableRawPointer(gtk_button_new_from_icon_name(icon))
        setTooltip(name)
        setAccessibleName(name)
    }

    /// The text on the button.
    public var label: String {
        get { gtk_button_get_label(pointer()).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_button_set_label(pointer(), newValue) }
    }

    /// Sets the icon, by its name in the icon theme.
    public func setIcon(_ name: String) { gtk_button_set_icon_name(pointer(), name) }

    /// Calls `body` when the button is pressed.
    public func onClick(_ body: @escaping @MainActor () -> Void) { on("clicked", body) }
}

/// A line of editable text: any widget of GTK or libadwaita that is a `GtkEditable`. Secrets need a ``SecretField``.
public struct Entry: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_editable_get_type() }

    /// Creates a plain entry.
    public init() { raw = UnsafeMutableRawPointer(gtk_entry_new()) }

    /// The text.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        nonmutating set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `body` for each change, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) { on("changed", body) }

    /// Calls `body` when Return is pressed in it.
    public func onReturn(_ body: @escaping @MainActor () -> Void) {
        on(chatelaine_is_a(raw, adw_entry_row_get_type()) != 0 ? "entry-activated" : "activate", body)
    }

    /// Shows a progress from 0 to 1 behind the text of a plain entry; 0 shows none.
    public func setProgress(_ fraction: Double) {
        guard chatelaine_is_a(raw, gtk_entry_get_type()) != 0 else { return }
        gtk_entry_set_progress_fraction(pointer(), fraction)
    }

    /// Moves the cursor to the end.
    public func moveToEnd() { gtk_editable_set_position(opaque, -1) }
}

/// An area of text with several lines.
public struct TextArea: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_text_view_get_type() }

    /// Creates an empty area whose lines wrap.
    public init() {
        raw = UnsafeMutableRawPointer(gtk_text_view_new())
        gtk_text_view_set_wrap_mode(pointer(), GTK_WRAP_WORD_CHAR)
    }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer>? { gtk_text_view_get_buffer(pointer()) }

    /// The text.
    public var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        nonmutating set {
            // Without this, Ctrl+Z would restore the text that was there before.
            gtk_text_buffer_begin_irreversible_action(buffer)
            gtk_text_buffer_set_text(buffer, newValue, -1)
            gtk_text_buffer_end_irreversible_action(buffer)
        }
    }

    /// Whether the user can change the text.
    public var isEditable: Bool {
        get { gtk_text_view_get_editable(pointer()) != 0 }
        nonmutating set { gtk_text_view_set_editable(pointer(), newValue ? 1 : 0) }
    }

    /// Calls `body` for each change, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        guard let buffer else { return }
        Signal.connect(UnsafeMutableRawPointer(buffer), "changed", body)
    }
}
