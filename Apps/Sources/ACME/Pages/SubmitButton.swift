import GtkSupport

/// The button that sends a form off, and shows that something takes its time.
@MainActor final class SubmitButton {
    /// Does what the form is for. Not called again before it has returned.
    var onSubmit: @MainActor () async -> Void = {}

    private let button: Button
    private let spinner: Spinner
    private let form: Box
    private var isBusy = false

    init(_ button: Button, _ spinner: Spinner, form: Box) {
        (self.button, self.spinner, self.form) = (button, spinner, form)
        button.onClick { [weak self] in self?.press() }
    }

    /// The same as if somebody presses it.
    func press() {
        guard !isBusy else { return }
        isBusy = true
        button.isEnabled = false
        spinner.isSpinning = true
        Task {
            await onSubmit()
            isBusy = false
            button.isEnabled = true
            button.focusIfLost()
            spinner.isSpinning = false
        }
    }

    /// Has keys go to it.
    func focus() { button.focus() }
}

extension SecretField {
    /// Puts it into its place in a layout, which has a label for it.
    func fill(_ place: Box) {
        setPlaceholder("")
        place.append(self)
    }
}

extension Entry {
    /// What is in it, without blanks around it.
    var line: String {
        let words = text.drop { $0.isWhitespace }
        return String(words.reversed().drop { $0.isWhitespace }.reversed())
    }
}
