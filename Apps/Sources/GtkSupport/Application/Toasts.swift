import CGtk

/// Short messages at the foot of a window, which go by themselves.
///
/// GTK 4.8 does not announce them to accessibility clients: what they say stands in a label as well.
@MainActor public struct Toasts {
    /// Seconds that somebody has to undo something.
    public static let secondsToUndo: UInt32 = 8

    /// A message that was shown.
    @MainActor public final class Shown {
        let raw: UnsafeMutableRawPointer
        init(_ toast: OpaquePointer) { raw = g_object_ref(UnsafeMutableRawPointer(toast)) }
        isolated deinit { g_object_unref(raw) }

        /// Takes it away.
        public func dismiss() { adw_toast_dismiss(OpaquePointer(raw)) }

        /// Calls `body` when it has gone, for whatever reason.
        public func onEnd(_ body: @escaping @MainActor () -> Void) { Signal.connect(raw, "dismissed", body) }
    }

    private let overlay: OpaquePointer
    private let status: Label

    /// - Parameters:
    ///   - overlay: an `AdwToastOverlay` around what the window has.
    ///   - status: a label of the window that says the same.
    public init(_ overlay: Widget, _ status: Label) {
        (self.overlay, self.status) = (overlay.opaque, status)
        status.isVisible = false
    }

    /// Shows a message.
    ///
    /// - Parameters:
    ///   - message: a few words. Nothing secret: it stays in a label until the next one.
    ///   - button: what can be done about it, such as “Undo”.
    ///   - seconds: until it goes.
    ///   - body: what the button does.
    /// - Returns: the message, to take it away sooner.
    @discardableResult public func show(
        _ message: String, button: String? = nil, seconds: UInt32 = secondsToUndo,
        _ body: @escaping @MainActor () -> Void = {}
    ) -> Shown {
        // This is markup to libadwaita.
        let escaped = g_markup_escape_text(message, -1)
        defer { g_free(escaped) }
        guard let toast = adw_toast_new(escaped) else { preconditionFailure("no toast") }
        adw_toast_set_timeout(toast, seconds)
        // The latest goes first: one that waited for another would speak of what somebody has left behind by then.
        adw_toast_set_priority(toast, ADW_TOAST_PRIORITY_HIGH)
        if let button {
            adw_toast_set_button_label(toast, button)
            Signal.connect(UnsafeMutableRawPointer(toast), "button-clicked", body)
        }
        (status.text, status.isVisible) = (message, true)
        let shown = Shown(toast)
        adw_toast_overlay_add_toast(overlay, toast)
        nameButton()
        // The one that waited behind it has its button only now.
        shown.onEnd { Task { nameButton() } }
        return shown
    }

    private func nameButton() {
        let overlay = Widget(raw: UnsafeMutableRawPointer(overlay))
        overlay.nameButtonsByLabels()
        overlay.nameClosingButtons()
    }

    /// Has the label say nothing any more, such as when somebody logs out.
    public func clear() { (status.text, status.isVisible) = ("", false) }
}
