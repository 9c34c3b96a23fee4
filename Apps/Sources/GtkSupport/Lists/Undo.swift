/// The undo of a removal: an operation takes place at once, without a question, and can be undone for a while.
@MainActor public final class Undo {
    private let toasts: Toasts
    private var shown: Toasts.Shown?
    private var takesBack: (@MainActor () -> Void)?
    private var finishes: (@MainActor () -> Void)?

    /// - Parameter toasts: shows the messages.
    public init(_ toasts: Toasts) { self.toasts = toasts }

    /// Shows that something was removed, with a button that restores it. An earlier removal can no longer be undone.
    ///
    /// - Parameters:
    ///   - message: the operation that was done.
    ///   - finish: called when it can no longer be undone.
    ///   - body: undoes it.
    public func offer(
        _ message: String, finish: (@MainActor () -> Void)? = nil, _ body: @escaping @MainActor () -> Void
    ) {
        forget()
        (takesBack, finishes) = (body, finish)
        let toast = toasts.show(message, button: text("Undo")) { [weak self] in self?.takeBack() }
        shown = toast
        // The closure must not hold the object itself, which would keep itself alive.
        let raw = toast.raw
        toast.onEnd { [weak self] in
            guard let self, shown?.raw == raw else { return }
            shown = nil
            forget()
        }
    }

    /// Undoes the latest operation, if that is still possible.
    ///
    /// - Returns: whether there was one.
    @discardableResult public func takeBack() -> Bool {
        guard let body = takesBack else { return false }
        finishes = nil
        forget()
        body()
        return true
    }

    /// Undoes the latest operation, or says that there is none: for the key of undo.
    public func takeBackOrSay() { if !takeBack() { toasts.show(text("Nothing to undo"), seconds: 2) } }

    /// Makes the operation permanent: the data to restore leaves memory, and the message disappears.
    public func forget() {
        takesBack = nil
        let (toast, finish) = (shown, finishes)
        (shown, finishes) = (nil, nil)
        toast?.dismiss()
        finish?()
    }
}
