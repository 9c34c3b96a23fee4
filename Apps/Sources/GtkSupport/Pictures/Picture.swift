import CGtk

/// Where a picture is shown.
public struct Picture: WidgetKind {
    public let raw: UnsafeMutableRawPointer
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    public static var type: GType { gtk_picture_get_type() }

    /// Shows a picture; nil: none.
    public func show(_ pixels: Pixels?) {
        guard let pixels else { return gtk_picture_set_paintable(opaque, nil) }
        let bytes = pixels.bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        let format = pixels.hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8
        let texture = gdk_memory_texture_new(
            Int32(pixels.width), Int32(pixels.height), format, bytes, gsize(pixels.rowBytes))
        gtk_picture_set_paintable(opaque, texture)
        if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
        g_bytes_unref(bytes)
    }

    /// What accessibility clients say of the picture.
    public func setDescription(_ text: String) { gtk_picture_set_alternative_text(opaque, text) }
}
