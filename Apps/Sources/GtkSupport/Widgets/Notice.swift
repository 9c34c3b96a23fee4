import CGtk

/// A bar across a window with a problem and a button for its solution. Hidden until a problem is shown.
@MainActor public final class Notice {
    /// The widget.
    public let view: Box
    private let label = Label()
    private let button = Button("")
    private var action: @MainActor () -> Void = {}

    /// Creates a hidden bar.
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

    /// Shows the bar.
    ///
    /// - Parameters:
    ///   - message: the problem.
    ///   - button: the title of the button.
    ///   - body: the action of the button.
    public func show(_ message: String, button title: String, _ body: @escaping @MainActor () -> Void) {
        label.text = message
        button.label = title
        action = body
        view.isVisible = true
    }

    /// Hides the bar.
    public func hide() {
        view.isVisible = false
        label.text = ""
        action = {}
    }
}
