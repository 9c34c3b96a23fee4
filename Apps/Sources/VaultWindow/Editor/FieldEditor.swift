import GtkSupport
import PasswordVault

/// A field in the form: its name, which can be changed if the user has made it up, and its value.
@MainActor final class FieldEditor {
    let view = Box(vertical: true, spacing: 4)
    var onRemove: @MainActor () -> Void = {}
    private let original: Field
    /// Whether the item has no such field yet; it gets the field only with a value.
    private let isMissing: Bool
    private var name: Entry?
    private let value: any ValueEditor

    init(_ field: Field, isCustom: Bool, isMissing: Bool, _ context: WindowContext) {
        (original, self.isMissing) = (field, isMissing)
        value = Self.valueEditor(field, context)
        if isCustom { addName() } else { view.append(Labelled.label(field.shownLabel)) }
        view.append(value.view)
    }

    private static func valueEditor(_ field: Field, _ context: WindowContext) -> any ValueEditor {
        let label = field.shownLabel
        return switch field.kind {
        case .oneTimeCode: CodeEditor(label, field, context)
        case .address: LinesEditor(label, field)
        case .menu: ChoiceEditor(label, field)
        case .passkey: KeptEditor(field)
        case .concealed, .unknown(number: _, isSecret: true): SecretEditor(label, field, context)
        case .text, .email, .url, .date, .monthYear, .telephone, .unknown(number: _, isSecret: false):
            LineEditor(label, field)
        }
    }

    private func addName() {
        let name = Entry()
        name.text = original.label
        name.setAccessibleNames(text("Name of the field"))
        name.setExpands(horizontally: true)
        name.onChange { [value] in value.setName(name.text) }
        let remove = Button(icon: "list-remove-symbolic", text("Remove this field"))
        remove.setClass("flat")
        remove.onClick { [weak self] in self?.onRemove() }
        let box = Box(spacing: 6)
        box.append(name)
        box.append(remove)
        view.append(box)
        self.name = name
    }

    func focusName() { name?.focus() }

    /// The field with the content of the form; `nil` if the item still has none.
    var field: Field? {
        var field = original
        if let name { field.label = name.text }
        value.write(to: &field)
        return isMissing && field.value.isEmpty ? nil : field
    }

    /// The error message for an invalid value. An unchanged value is never invalid.
    var problem: String? {
        guard let field, field.value != original.value, !field.value.isEmpty else { return nil }
        return field.problem
    }
}

/// The editor of a field's value.
@MainActor protocol ValueEditor: AnyObject {
    var view: Widget { get }
    /// Writes the edited value to the field.
    func write(to field: inout Field)
    /// Sets the accessible name.
    func setName(_ name: String)
}
