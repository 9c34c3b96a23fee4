import GtkSupport
import PasswordVault

/// The user's sections, each with a title and fields.
@MainActor final class SectionsEditor {
    @MainActor private final class Part {
        let id: String
        let title = Entry()
        let fields: FieldsEditor
        let view = Box(vertical: true, spacing: 12)

        init(_ section: Section, _ context: WindowContext) {
            id = section.id
            fields = FieldsEditor(section.fields, templates: [], context)
            title.text = section.title
            title.setAccessibleNames(text("Title of the section"))
            title.setExpands(horizontally: true)
            title.setClass("heading")
        }
    }

    let view = Box(vertical: true, spacing: 16)
    private let list = Box(vertical: true, spacing: 20)
    private let context: WindowContext
    private var parts: [Part] = []

    init(_ sections: [Section], _ context: WindowContext) {
        self.context = context
        for section in sections { add(section) }
        let button = Button(text("Add Section"))
        button.setClass("flat")
        button.setAlignment(horizontal: .start)
        button.onClick { [weak self] in self?.add(Section(title: text("Section"))).title.focus() }
        view.append(list)
        view.append(button)
    }

    @discardableResult private func add(_ section: Section) -> Part {
        let part = Part(section, context)
        let remove = Button(icon: "list-remove-symbolic", text("Remove this section"))
        remove.setClass("flat")
        remove.onClick { [weak self, unowned part] in
            guard let self else { return }
            list.remove(part.view)
            parts.removeAll { $0 === part }
        }
        let heading = Box(spacing: 6)
        heading.append(part.title)
        heading.append(remove)
        part.view.append(heading)
        part.view.append(part.fields.view)
        list.append(part.view)
        parts.append(part)
        return part
    }

    /// Returns the sections with the content of the form.
    ///
    /// - Parameter known: the stored sections; data that a later release has added to them is kept.
    func sections(knowing known: [Section]) -> [Section] {
        parts.map { part in
            var section = known.first { $0.id == part.id } ?? Section(id: part.id, title: "")
            (section.title, section.fields) = (part.title.text, part.fields.fields)
            return section
        }
    }

    var problem: String? { parts.lazy.compactMap(\.fields.problem).first }
}
