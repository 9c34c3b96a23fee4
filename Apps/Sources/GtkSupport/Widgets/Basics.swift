import CGtk

/// Text that nobody edits.
public struct Label: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_label_get_type() }

    /// Makes one, at the left, whose lines break.
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

    /// What it says. Never taken for markup.
    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        nonmutating set { gtk_label_set_text(opaque, newValue) }
    }
}

/// Something to press.
public struct Button: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_button_get_type() }

    /// Makes one with a text.
    public init(_ label: String) { raw = UnsafeMutableRawPointer(gtk_button_new_with_label(label)) }

    /// Makes one with a picture.
    ///
    /// - Parameters:
    ///   - icon: of the icon theme.
    ///   - name: what it does.
    public init(icon: String, _ name: String) {
        raw = UnsafeMutableRawPointer(gtk_button_new_from_icon_name(icon))
        setTooltip(name)
        setAccessibleName(name)
    }

    /// The text on it.
    public var label: String {
        get { gtk_button_get_label(pointer()).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_button_set_label(pointer(), newValue) }
    }

    /// The picture on it, of the icon theme.
    public func setIcon(_ name: String) { gtk_button_set_icon_name(pointer(), name) }

    /// Calls `body` when it is pressed.
    public func onClick(_ body: @escaping @MainActor () -> Void) { on("clicked", body) }
}

/// A line of text that is edited: every widget of GTK's and libadwaita's that is a `GtkEditable`. Never for secrets: ``SecretField``.
public struct Entry: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_editable_get_type() }

    /// Makes a plain one.
    public init() { raw = UnsafeMutableRawPointer(gtk_entry_new()) }

    /// What is in it.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        nonmutating set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `body` for each change, by whomever.
    public func onChange(_ body: @escaping @MainActor () -> Void) { on("changed", body) }

    /// Calls `body` when Return is pressed in it.
    public func onReturn(_ body: @escaping @MainActor () -> Void) {
        on(chatelaine_is_a(raw, adw_entry_row_get_type()) != 0 ? "entry-activated" : "activate", body)
    }

    /// Puts the cursor behind the last letter.
    public func moveToEnd() { gtk_editable_set_position(opaque, -1) }
}

/// Text of many lines.
public struct TextArea: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_text_view_get_type() }

    /// Makes an empty one whose lines break.
    public init() {
        raw = UnsafeMutableRawPointer(gtk_text_view_new())
        gtk_text_view_set_wrap_mode(pointer(), GTK_WRAP_WORD_CHAR)
    }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer>? { gtk_text_view_get_buffer(pointer()) }

    /// What is in it.
    public var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        nonmutating set {
            // Without this the text that was there before would come back by Ctrl+Z.
            gtk_text_buffer_begin_irreversible_action(buffer)
            gtk_text_buffer_set_text(buffer, newValue, -1)
            gtk_text_buffer_end_irreversible_action(buffer)
        }
    }

    /// Whether it can be changed.
    public var isEditable: Bool {
        get { gtk_text_view_get_editable(pointer()) != 0 }
        nonmutating set { gtk_text_view_set_editable(pointer(), newValue ? 1 : 0) }
    }

    /// Calls `body` for each change, by whomever.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        guard let buffer else { return }
        Signal.connect(UnsafeMutableRawPointer(buffer), "changed", body)
    }
}
