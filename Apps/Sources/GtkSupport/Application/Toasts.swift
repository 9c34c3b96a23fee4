import CGtk

/// Short messages at the foot of a window, which go by themselves.
///
/// GTK 4.8 does not announce them to accessibility clients: what they say stands in a label as well.
@MainActor public struct Toasts {
    /// Seconds that somebody has to undo something.
    public static let secondsToUndo: UInt32 = 8

    private let overlay: OpaquePointer
    private let status: Label

    /// - Parameters:
    ///   - overlay: an `AdwToastOverlay` around what the window has.
    ///   - status: a label of the window that says the same.
    public init(_ overlay: Widget, _ status: Label) {
        (self.overlay, self.status) = (overlay.opaque, status)
    }

    /// Shows a message.
    ///
    /// - Parameters:
    ///   - message: a few words. Nothing secret: it stays in a label until the next one.
    ///   - button: what can be done about it, such as “Undo”.
    ///   - seconds: until it goes.
    ///   - body: what the button does.
    public func show(
        _ message: String, button: String? = nil, seconds: UInt32 = secondsToUndo,
        _ body: @escaping @MainActor () -> Void = {}
    ) {
        // This is markup to libadwaita.
        let escaped = g_markup_escape_text(message, -1)
        defer { g_free(escaped) }
        guard let toast = adw_toast_new(escaped) else { return }
        adw_toast_set_timeout(toast, seconds)
        if let button {
            adw_toast_set_button_label(toast, button)
            Signal.connect(UnsafeMutableRawPointer(toast), "button-clicked", body)
        }
        status.text = message
        adw_toast_overlay_add_toast(overlay, toast)
    }
}
