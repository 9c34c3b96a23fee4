import GtkSupport

/// What is said at the foot of the window.
@MainActor final class Messages {
    private let toasts: Toasts
    private let window: Window

    init(_ toasts: Toasts, _ window: Window) { (self.toasts, self.window) = (toasts, window) }

    /// Says that something was done.
    func confirm(_ message: String) { toasts.show(message) }

    /// Says that something went wrong. A line has no room for much, so all of it can be had in front of the window.
    func show(_ problem: String) {
        toasts.show(problem, button: text("Details")) { [window] in
            Task {
                _ = await Alert(text("That did not work"), problem, [.init("close", text("_Close"))]).show(over: window)
            }
        }
    }
}
