import GtkSupport
import KeychainServices

/// A line of a form for an attribute that is text.
@MainActor final class FormField {
    let view = Box(vertical: true, spacing: 2)
    let key: AttributeKey
    private let entry = Entry()
    private let before: String

    init(_ key: AttributeKey, _ value: String) {
        (self.key, before) = (key, value)
        let name = AttributeLabel.name(of: key) ?? key.letters
        entry.text = value
        entry.setAccessibleNames(name)
        view.append(Label(hint: name))
        view.append(entry)
    }

    /// The text; `nil` if it was not changed.
    var changed: String? { entry.text == before ? nil : entry.text }
    var text: String {
        get { entry.text }
        set { entry.text = newValue }
    }
    func focus() { entry.focus() }
}
