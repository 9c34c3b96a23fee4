import CGtk

/// Room for something that is larger than it.
public struct ScrolledWindow: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_scrolled_window_get_type() }

    /// Puts something in, in place of what was there.
    public func setChild(_ child: some WidgetKind) { gtk_scrolled_window_set_child(opaque, child.widget) }
}
