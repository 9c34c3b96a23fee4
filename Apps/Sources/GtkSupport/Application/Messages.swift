/// The messages at the foot of the window.
@MainActor public final class Messages {
    private let toasts: Toasts
    private let window: Window
    /// The latest error message: it stays until the user dismisses it or another message is shown.
    private var problem: Toasts.Shown?

    /// - Parameters:
    ///   - toasts: where they are shown.
    ///   - window: that in front of which a whole message is opened.
    public init(_ toasts: Toasts, _ window: Window) { (self.toasts, self.window) = (toasts, window) }

    /// Shows that something was done.
    public func confirm(_ message: String) {
        problem?.dismiss()
        problem = nil
        toasts.show(message)
    }

    /// Shows an error. A line has little room, so the whole message can be opened in front of the window.
    public func show(_ sentence: String) {
        problem?.dismiss()
        problem = toasts.show(sentence, button: text("Details"), seconds: 0) { [window] in
            Task {
                let close = Alert.Answer("close", text("_Close"))
                _ = await Alert(text("An Error Occurred"), sentence, [close]).show(over: window)
            }
        }
    }
}
