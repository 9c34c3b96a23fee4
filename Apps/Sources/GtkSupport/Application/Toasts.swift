import CGtk

/// Short messages at the foot of a window, which disappear by themselves.
///
/// GTK 4.8 does not announce them to accessibility clients, so a label shows the same text.
@MainActor public struct Toasts {
    /// The number of seconds in which the user can undo an operation.
    public static let secondsToUndo: UInt32 = 8

    /// A message that was shown.
    @MainActor public final class Shown {
        let raw: UnsafeMutableRawPointer
        init(_ toast: OpaquePointer) { raw = g_object_ref(UnsafeMutableRawPointer(toast)) }
        isolated deinit { g_object_unref(raw) }

        /// Removes the message.
        public func dismiss() { adw_toast_dismiss(OpaquePointer(raw)) }

        /// Calls `body` when the message has disappeared, for any reason.
        public func onEnd(_ body: @escaping @MainActor () -> Void) { Signal.connect(raw, "dismissed", body) }
    }

    private let overlay: OpaquePointer
    private let status: Label

    /// - Parameters:
    ///   - overlay: an `AdwToastOverlay` around the window's content.
    ///   - status: a label of the window that shows the same text.
    public init(_ overlay: Widget, _ status: Label) {
        (self.overlay, self.status) = (overlay.opaque, status)
        status.isVisible = false
    }

    /// Shows a message.
    ///
    /// - Parameters:
    ///   - message: a few words. Not a secret: it stays in a label until the next message.
    ///   - button: the title of a button, such as “Undo”.
    ///   - seconds: the time until the message disappears; 0 for never.
    ///   - body: the action of the button.
    /// - Returns: the message, which can be removed earlier.
    @discardableResult public func show(
        _ message: String, button: String? = nil, seconds: UInt32 = secondsToUndo,
        _ body: @escaping @MainActor () -> Void = {}
    ) -> Shown {
        // libadwaita parses the title as markup.
        let escaped = g_markup_escape_text(message, -1)
        defer { g_free(escaped) }
        guard let toast = adw_toast_new(escaped) else { preconditionFailure("no toast") }
        adw_toast_set_timeout(toast, seconds)
        // The latest message replaces the present one: if it waited, it would be about something that the user has left by then.
        adw_toast_set_priority(toast, ADW_TOAST_PRIORITY_HIGH)
        if let button {
            adw_toast_set_button_label(toast, button)
            Signal.connect(UnsafeMutableRawPointer(toast), "button-clicked", body)
        }
        (status.text, status.isVisible) = (message, true)
        let shown = Shown(toast)
        adw_toast_overlay_add_toast(overlay, toast)
        nameButton()
        // The message that waited behind it gets its button only now.
        shown.onEnd { Task { nameButton() } }
        return shown
    }

    private func nameButton() {
        let overlay = Widget(raw: UnsafeMutableRawPointer(overlay))
        overlay.nameButtonsByLabels()
        overlay.nameClosingButtons()
    }

    /// Empties the label, for example after a logout.
    public func clear() { (status.text, status.isVisible) = ("", false) }
}
