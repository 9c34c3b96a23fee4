/// What was removed and can be had back for a while: it is removed at once, and nobody is asked before.
@MainActor public final class Undo {
    private let toasts: Toasts
    private var shown: Toasts.Shown?
    private var takesBack: (@MainActor () -> Void)?

    /// - Parameter toasts: where it says so.
    public init(_ toasts: Toasts) { self.toasts = toasts }

    /// Says that something was removed, with a button that brings it back. What was removed before stays so.
    ///
    /// - Parameters:
    ///   - message: what was done.
    ///   - body: takes it back.
    public func offer(_ message: String, _ body: @escaping @MainActor () -> Void) {
        forget()
        takesBack = body
        let toast = toasts.show(message, button: text("Undo")) { [weak self] in self?.takeBack() }
        shown = toast
        // Not the object itself: it would keep itself alive.
        let raw = toast.raw
        toast.onEnd { [weak self] in
            guard let self, shown?.raw == raw else { return }
            (shown, takesBack) = (nil, nil)
        }
    }

    /// Takes back what was done last, if it still can be.
    ///
    /// - Returns: whether there was something.
    @discardableResult public func takeBack() -> Bool {
        guard let body = takesBack else { return false }
        forget()
        body()
        return true
    }

    /// Leaves it as it is: what could be had back leaves memory, and the message goes.
    public func forget() {
        takesBack = nil
        let toast = shown
        shown = nil
        toast?.dismiss()
    }
}
