import Foundation
import GtkSupport
import PasswordVault

/// The form in which an item is edited.
@MainActor final class Editor {
    let content: Clamp
    /// The stored item; for a new item, its initial content.
    let base: VaultItem
    let isNew: Bool
    private let box = Box(vertical: true, spacing: 16)
    private let error = Label()
    private let title: Entry
    private let tags: Entry
    private let websites: WebsitesEditor?
    private let fields: FieldsEditor
    private let sections: SectionsEditor
    private let notes = SecretArea(text("Notes"))

    /// - Parameters:
    ///   - base: the stored item.
    ///   - shown: the initial content of the form.
    init(_ base: VaultItem, _ shown: VaultItem, isNew: Bool, _ context: WindowContext) {
        (self.base, self.isNew) = (base, isNew)
        title = Entry()
        tags = Entry()
        let hasWebsites = base.kind == .login || !shown.websites.isEmpty
        websites = hasWebsites ? WebsitesEditor(shown.websites) : nil
        fields = FieldsEditor(shown.fields, templates: base.kind.fields, context)
        sections = SectionsEditor(shown.sections, context)
        content = Clamp(box)
        title.text = shown.title
        tags.text = shown.tags.joined(separator: ", ")
        notes.text = shown.notes?.text ?? ""
        build()
    }

    private func build() {
        box.setMargins(vertical: 20, horizontal: 16)
        error.setClass("error")
        error.isVisible = false
        let heading = Label(isNew ? base.kind.newLabel : text("Edit {kind}", ["kind": base.kind.label]))
        heading.setClass("title-3")
        box.append(heading)
        box.append(error)
        box.append(Labelled.box(text("Title"), title))
        if let websites { box.append(websites.view) }
        box.append(fields.view)
        box.append(sections.view)
        box.append(Labelled.box(text("Notes"), notes, name: text("Notes")))
        box.append(Labelled.box(text("Tags, separated by commas"), tags))
    }

    func focus() { title.focus() }

    /// Shows an error.
    func complain(_ words: String) {
        error.text = words
        error.isVisible = true
    }

    /// The item with the content of the form.
    var current: VaultItem {
        var item = base
        item.title = title.text
        let tags = tags.text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        item.tags = tags.filter { !$0.isEmpty }
        if let websites { item.websites = websites.websites(knowing: base.websites) }
        item.fields = fields.fields
        item.sections = sections.sections(knowing: base.sections)
        let words = notes.text
        // Unchanged notes keep their stored value.
        item.notes = words.isEmpty ? nil : base.notes.flatMap { $0.text == words ? $0 : nil } ?? Secret(words)
        return item
    }

    var isChanged: Bool { current != base }

    /// Returns the item with the content of the form; `nil` if a value is invalid, after showing the error.
    func checked() -> VaultItem? {
        if let problem = fields.problem ?? sections.problem {
            complain(problem)
            return nil
        }
        var item = current
        if item.title.allSatisfy(\.isWhitespace) {
            item.title = item.websites.first?.address ?? item.text("username") ?? item.kind.label
        }
        return item
    }
}

/// A widget with a label above it.
@MainActor enum Labelled {
    static func box(_ label: String, _ widget: some WidgetKind, name: String? = nil) -> Box {
        let box = Box(vertical: true, spacing: 4)
        box.append(Self.label(label))
        box.append(widget)
        if name == nil { widget.setAccessibleNames(label) }
        return box
    }

    static func label(_ label: String) -> Label {
        let widget = Label(label.startingUppercase)
        widget.setClass("caption-heading")
        return widget
    }
}
