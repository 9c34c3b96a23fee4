import GtkSupport

/// The button that submits a form, with a spinner while the work lasts.
@MainActor final class SubmitButton {
    /// Does the work of the form. Not called again before it has returned.
    var onSubmit: @MainActor () async -> Void = {}

    private let button: Button
    private let spinner: Spinner
    private let form: Box
    private var isBusy = false

    init(_ button: Button, _ spinner: Spinner, form: Box) {
        (self.button, self.spinner, self.form) = (button, spinner, form)
        button.onClick { [weak self] in self?.press() }
    }

    /// Does the same as a click of the user.
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

    /// Moves the focus to the button.
    func focus() { button.focus() }
}

extension SecretField {
    /// Adds the field to its box in a layout, which has a label for it.
    func fill(_ place: Box) {
        setPlaceholder("")
        place.append(self)
    }
}

extension Entry {
    /// The text without surrounding blanks.
    var line: String {
        let words = text.drop { $0.isWhitespace }
        return String(words.reversed().drop { $0.isWhitespace }.reversed())
    }
}
