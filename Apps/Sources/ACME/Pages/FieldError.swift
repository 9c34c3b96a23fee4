import GtkSupport

/// An error message next to a field, shown until the user changes the field.
@MainActor struct FieldError {
    private let label: Label
    private let field: Widget
    private let focusField: @MainActor () -> Void

    /// - Parameters:
    ///   - label: the label next to the field.
    ///   - entry: the field.
    init(_ label: Label, of entry: Entry) {
        (self.label, field, focusField) = (label, Widget(entry), { entry.focus() })
        entry.onChange { [self] in clear() }
    }

    /// - Parameters:
    ///   - label: the label next to the field.
    ///   - secret: the field.
    init(_ label: Label, of secret: SecretField) {
        (self.label, field, focusField) = (label, Widget(secret), { secret.focus() })
        secret.onChange { [self] in clear() }
    }

    /// Shows the message, and moves the focus to the field.
    func show(_ sentence: String) {
        label.text = sentence
        label.isVisible = true
        // For users who cannot see the label: the field gets the focus, and this is announced with its name.
        field.setAccessibleDescription(sentence)
        field.setClass("error")
        focusField()
    }

    /// Removes the message.
    func clear() {
        guard label.isVisible else { return }
        label.isVisible = false
        label.text = ""
        field.setAccessibleDescription("")
        field.setClass("error", false)
    }
}
