import CGtk

/// A small window that belongs to a button.
public struct Popover: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_popover_get_type() }

    /// Closes the popover.
    public func close() { gtk_popover_popdown(pointer()) }
}
