import CGtk

/// A small window that belongs to a button.
public struct Popover: WidgetKind {
    public let raw: UnsafeMutableRawPointer
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    public static var type: GType { gtk_popover_get_type() }

    /// Takes it away.
    public func close() { gtk_popover_popdown(pointer()) }
}
