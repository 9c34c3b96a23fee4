import GtkSupport

/// What is said at the foot of the window.
@MainActor final class Messages {
    private let toasts: Toasts
    private let window: Window
    /// What went wrong last: it stays until somebody has read it, or something else is said.
    private var problem: Toasts.Shown?

    init(_ toasts: Toasts, _ window: Window) { (self.toasts, self.window) = (toasts, window) }

    /// Says that something was done.
    func confirm(_ message: String) {
        problem?.dismiss()
        problem = nil
        toasts.show(message)
    }

    /// Says that something went wrong. A line has no room for much, so all of it can be had in front of the window.
    func show(_ sentence: String) {
        problem?.dismiss()
        problem = toasts.show(sentence, button: text("Details"), seconds: 0) { [window] in
            Task {
                let close = Alert.Answer("close", text("_Close"))
                _ = await Alert(text("That did not work"), sentence, [close]).show(over: window)
            }
        }
    }
}
