import Foundation
import PasswordVault

/// Unsaved changes to an item from before the vault was locked, with all texts in guarded memory.
struct SealedDraft: Sendable {
    private struct SealedField: Sendable {
        let id: String
        let kind: FieldKind
        let label: Secret
        let value: Secret
        let choices: [Secret]

        init(_ field: Field) {
            (id, kind, label) = (field.id, field.kind, Secret(field.label))
            choices = field.choices.map { Secret($0) }
            value =
                switch field.value {
                case .text(let text): Secret(text)
                case .secret(let secret): secret
                }
        }

        /// - Parameter known: the same field as it is stored.
        func opened(_ known: Field?) -> Field {
            var field = known ?? Field(id: id, label: label.text, kind: kind)
            field.label = label.text
            field.choices = choices.map(\.text)
            field.set(kind.isSecret ? .secret(value) : .text(value.text))
            return field
        }
    }

    /// The id of the item; `nil` for a new one.
    let id: UUID?
    /// The kind of the item.
    let kind: ItemKind
    private let title: Secret
    private let isFavourite: Bool
    private let tags: [Secret]
    private let websites: [(address: Secret, rule: String)]
    private let fields: [SealedField]
    private let sections: [(id: String, title: Secret, fields: [SealedField])]
    private let notes: Secret?

    /// - Parameter isNew: whether the item was never stored.
    init(_ item: VaultItem, isNew: Bool) {
        id = isNew ? nil : item.id
        (kind, isFavourite, notes) = (item.kind, item.isFavourite, item.notes)
        title = Secret(item.title)
        tags = item.tags.map { Secret($0) }
        websites = item.websites.map { (Secret($0.address), $0.rule) }
        fields = item.fields.map { SealedField($0) }
        sections = item.sections.map { ($0.id, Secret($0.title), $0.fields.map { SealedField($0) }) }
    }

    /// Returns the item with the changes.
    ///
    /// - Parameter stored: the item as it is stored now; an empty item for a new one.
    func opened(over stored: VaultItem) -> VaultItem {
        var item = stored
        (item.title, item.isFavourite, item.notes) = (title.text, isFavourite, notes)
        item.tags = tags.map(\.text)
        item.websites = websites.map { website in
            let address = website.address.text
            return stored.websites.first { $0.address == address && $0.rule == website.rule }
                ?? SavedWebsite(address, rule: website.rule)
        }
        let known = stored.allFields
        func opened(_ fields: [SealedField]) -> [Field] {
            fields.map { field in field.opened(known.first { $0.id == field.id && $0.kind == field.kind }) }
        }
        item.fields = opened(fields)
        item.sections = sections.map { section in
            var new = stored.sections.first { $0.id == section.id } ?? Section(id: section.id, title: "")
            (new.title, new.fields) = (section.title.text, opened(section.fields))
            return new
        }
        return item
    }
}
