import CGtk

/// A line across a window that says what is the matter, with one thing to do about it. Hidden until there is something.
@MainActor public final class Notice {
    /// The widget.
    public let view: Box
    private let label = Label()
    private let button = Button("")
    private var action: @MainActor () -> Void = {}

    /// Makes one that is hidden.
    public init() {
        view = Box(spacing: 12)
        view.setClass("notice")
        gtk_widget_set_hexpand(label.widget, 1)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        view.append(label)
        view.append(button)
        view.isVisible = false
        button.onClick { [weak self] in self?.action() }
    }

    /// Shows it.
    ///
    /// - Parameters:
    ///   - message: what is the matter.
    ///   - button: what can be done.
    ///   - body: does it.
    public func show(_ message: String, button title: String, _ body: @escaping @MainActor () -> Void) {
        label.text = message
        button.label = title
        action = body
        view.isVisible = true
    }

    /// Takes it away.
    public func hide() {
        view.isVisible = false
        label.text = ""
        action = {}
    }
}
