import Foundation
import GtkSupport
import PasswordVault

/// The view of an item.
@MainActor final class ItemView {
    let content: Clamp
    private let item: VaultItem
    private let context: WindowContext
    private unowned let pane: ItemPane
    private let box = Box(vertical: true, spacing: 18)
    /// What is wrong with the item.
    let health: HealthBanner

    init(_ item: VaultItem, _ pane: ItemPane) {
        (self.item, self.pane, context) = (item, pane, pane.context)
        health = HealthBanner(item, pane.context)
        content = Clamp(box)
        box.setMargins(vertical: 24, horizontal: 16)
        box.append(heading())
        if item.trashed != nil || item.archived != nil { box.append(place()) }
        box.append(health.view)
        addFields()
        addWebsites()
        for section in item.sections { add(section.fields.filter { !$0.value.isEmpty }, under: section.title) }
        addNotes()
        if !item.attachments.isEmpty { addAttachments() }
        box.append(dates())
    }

    private func heading() -> Box {
        let title = Label(item.title.isEmpty ? text("Untitled") : item.title)
        title.setClass("title-2")
        let kind = Label(([item.kind.label] + item.tags.map { "#" + $0 }).joined(separator: "  "))
        kind.setClass("dim-label")
        let heading = Box(spacing: 14)
        heading.append(LetterTile(item.title, size: 56))
        heading.append(TextLines.box(title, kind))
        return heading
    }

    /// Returns a row that says that the item is archived or in the trash, with a button that restores it.
    private func place() -> Box {
        let words =
            item.trashed.map { text("In the trash since {date}", ["date": Dates.day($0)]) }
            ?? text("In the archive")
        let label = Label(words)
        label.setExpands(horizontally: true)
        let button = Button(text("Restore"))
        button.onClick { [pane, item] in item.trashed == nil ? pane.archive(false) : pane.restore() }
        let row = Box(spacing: 12)
        row.setClass("card")
        row.append(label)
        row.append(button)
        label.setMargins(vertical: 10, horizontal: 12)
        button.setMargins(vertical: 8, horizontal: 8)
        return row
    }

    private func addFields() { add(item.fields.filter { !$0.value.isEmpty }, under: "") }

    private func add(_ fields: [Field], under title: String) {
        guard !fields.isEmpty else { return }
        let list = group(title)
        for field in fields { list.appendFixed(row(field)) }
    }

    private func row(_ field: Field) -> Box {
        switch (field.kind, field.value) {
        case (let kind, .secret(let secret)) where kind.makesOneTimeCodes:
            CodeRow(field.shownLabel, secret, context) { [pane, item] in pane.useCode(of: field.id, in: item) }.view
        case (let kind, .secret) where !kind.isShown:
            ValueRow(field.shownLabel, text("Kept, and never shown"), .text, context).view
        case (_, .secret(let secret)): ValueRow(field.shownLabel, secret, context).view
        case (_, .text(let words)): ValueRow(field.shownLabel, words, field.kind, context).view
        }
    }

    private func addWebsites() {
        guard !item.websites.isEmpty else { return }
        let list = group(text("Websites"))
        for website in item.websites {
            list.appendFixed(ValueRow(text("website"), website.address, .url, context).view)
        }
    }

    private func addNotes() {
        guard let notes = item.notes, !notes.isEmpty else { return }
        group(text("Notes")).appendFixed(ValueRow(text("notes"), notes, context).view)
    }

    private func addAttachments() {
        let list = group(text("Files"))
        for file in item.attachments { list.appendFixed(FileRow(file, pane, canRemove: item.trashed == nil).view) }
        guard item.trashed == nil else { return }
        let button = Button(text("Add a File…"))
        button.setClass("flat")
        button.onClick { [pane] in pane.addFile() }
        list.appendFixed(button)
    }

    private func dates() -> Label {
        let label = Label(
            text(
                "Changed {changed}, created {made}",
                ["changed": Dates.moment(item.changed), "made": Dates.day(item.created)]))
        label.setClass("caption")
        label.setClass("dim-label")
        return label
    }

    /// Adds a list with a frame below a title, and returns it.
    private func group(_ title: String) -> PlainList {
        let list = PlainList(framed: title.isEmpty ? text("Fields") : title)
        let group = Box(vertical: true, spacing: 8)
        if !title.isEmpty { group.append(Label(heading: title)) }
        group.append(list)
        box.append(group)
        return list
    }
}

extension Field {
    /// The label in the window: the vault's own labels are translated.
    @MainActor var shownLabel: String {
        let isOfKind = ItemKind.all.contains { $0.fields.contains { $0.id == id && $0.label == label } }
        return isOfKind ? text(label) : label
    }
}
