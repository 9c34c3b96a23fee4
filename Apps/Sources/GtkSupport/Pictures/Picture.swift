import CGtk

/// The widget that shows a picture: a `GtkPicture`, which uses the available room, or a `GtkImage`, in the size of the layout.
public struct Picture: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_widget_get_type() }

    /// Shows a picture; `nil` removes it.
    public func show(_ pixels: Pixels?) {
        guard let pixels else { return set(nil) }
        let bytes = pixels.bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        let format = pixels.hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8
        let texture = gdk_memory_texture_new(
            Int32(pixels.width), Int32(pixels.height), format, bytes, gsize(pixels.rowBytes))
        set(texture)
        if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
        g_bytes_unref(bytes)
    }

    private func set(_ picture: OpaquePointer?) {
        if chatelaine_is_a(raw, gtk_image_get_type()) != 0 {
            gtk_image_set_from_paintable(opaque, picture)
        } else {
            gtk_picture_set_paintable(opaque, picture)
        }
    }

    /// Sets the accessible name of the picture.
    public func setDescription(_ text: String) { setAccessibleName(text) }
}
