import CGtk

/// An icon of the icon theme. It is hidden from accessibility clients: a text next to it has its meaning.
public struct Icon: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_image_get_type() }

    /// - Parameter icon: the icon's name in the icon theme.
    public init(_ icon: String) { raw = UnsafeMutableRawPointer(gtk_image_new_from_icon_name(icon)) }

    /// Sets another icon, by its name in the icon theme.
    public func setIcon(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }
}

/// A round tile with the first letters of a name, in a colour of its own.
public struct LetterTile: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { adw_avatar_get_type() }

    /// - Parameter size: the diameter, in pixels.
    public init(_ name: String = "", size: Int32) {
        raw = UnsafeMutableRawPointer(adw_avatar_new(size, name, 1))
    }

    /// Sets another name.
    public func setName(_ name: String) { adw_avatar_set_text(opaque, name) }

    /// Sets the diameter, in pixels.
    public func setSize(_ size: Int32) { adw_avatar_set_size(opaque, size) }
}

/// A bar that shows an amount.
public struct Meter: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_level_bar_get_type() }

    /// - Parameters:
    ///   - name: the accessible name.
    ///   - steps: the number of parts.
    public init(_ name: String, steps: Int) {
        raw = UnsafeMutableRawPointer(gtk_level_bar_new_for_interval(0, Double(steps)))
        gtk_level_bar_set_mode(opaque, GTK_LEVEL_BAR_MODE_DISCRETE)
        setAccessibleName(name)
    }

    /// The number of full parts.
    public var value: Int {
        get { Int(gtk_level_bar_get_value(opaque)) }
        nonmutating set { gtk_level_bar_set_value(opaque, Double(newValue)) }
    }
}

extension Icon {
    /// Sets the size of the icon, in pixels.
    public func setPixels(_ pixels: Int32) { gtk_image_set_pixel_size(opaque, pixels) }
}
