import GtkSupport

/// What is wrong with what is in a field: said beside it, until somebody changes that.
@MainActor struct FieldError {
    private let label: Label
    private let field: Widget
    private let focusField: @MainActor () -> Void

    /// - Parameters:
    ///   - label: beside the field.
    ///   - entry: the field.
    init(_ label: Label, of entry: Entry) {
        (self.label, field, focusField) = (label, Widget(entry), { entry.focus() })
        entry.onChange { [self] in clear() }
    }

    /// - Parameters:
    ///   - label: beside the field.
    ///   - secret: the field.
    init(_ label: Label, of secret: SecretField) {
        (self.label, field, focusField) = (label, Widget(secret), { secret.focus() })
        secret.onChange { [self] in clear() }
    }

    /// Says what is wrong, and has keys go to the field.
    func show(_ sentence: String) {
        label.text = sentence
        label.isVisible = true
        // Heard by those who do not see the label: the field gets the keys, and this with its name.
        field.setAccessibleDescription(sentence)
        field.setClass("error")
        focusField()
    }

    /// Says nothing any more.
    func clear() {
        guard label.isVisible else { return }
        label.isVisible = false
        label.text = ""
        field.setAccessibleDescription("")
        field.setClass("error", false)
    }
}
