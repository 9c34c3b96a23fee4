import GtkSupport
import PasswordVault

/// The fields of an item, or of one of its sections, and a button that adds a field.
@MainActor final class FieldsEditor {
    let view = Box(vertical: true, spacing: 12)
    private let list = Box(vertical: true, spacing: 12)
    private let context: WindowContext
    private var editors: [FieldEditor] = []

    /// - Parameters:
    ///   - fields: the item's fields.
    ///   - templates: the fields of the item's kind, which cannot be renamed or removed.
    init(_ fields: [Field], templates: [FieldTemplate], _ context: WindowContext) {
        self.context = context
        view.append(list)
        let missing = templates.filter { template in !fields.contains { $0.id == template.id } }
        for field in fields { add(field, isCustom: !templates.contains { $0.id == field.id }) }
        for template in missing {
            add(Field(id: template.id, label: template.label, kind: template.kind), isCustom: false, isMissing: true)
        }
        view.append(addButton())
    }

    @discardableResult private func add(_ field: Field, isCustom: Bool, isMissing: Bool = false) -> FieldEditor {
        let editor = FieldEditor(field, isCustom: isCustom, isMissing: isMissing, context)
        editor.onRemove = { [weak self, unowned editor] in
            guard let self else { return }
            list.remove(editor.view)
            editors.removeAll { $0 === editor }
        }
        editors.append(editor)
        list.append(editor.view)
        return editor
    }

    private func addButton() -> Box {
        let kinds = FieldKind.all.filter(\.isShown)
        let kind = Choice(text("Kind of the new field"), kinds.map(\.shownName))
        let button = Button(text("Add Field"))
        button.setClass("flat")
        button.onClick { [weak self] in
            guard kinds.indices.contains(kind.chosen ?? 0) else { return }
            self?.add(Field(label: text("Field"), kind: kinds[kind.chosen ?? 0]), isCustom: true).focusName()
        }
        let box = Box(spacing: 6)
        box.append(button)
        box.append(kind)
        return box
    }

    var fields: [Field] { editors.compactMap(\.field) }

    /// The error message about one of the fields.
    var problem: String? { editors.lazy.compactMap(\.problem).first }
}
