import Foundation
import PasswordVault

/// An item that is put together from a file. A value that has no place becomes a custom field, so that none is lost.
struct ArchiveItem {
    /// The item so far.
    var result: ImportedItem
    /// What has no place at all.
    private(set) var remarks: [ImportRemark] = []

    init(_ kind: ItemKind, title: String, position: String) {
        result = ImportedItem(VaultItem(kind, title: title), position: position)
    }

    /// Sets a field of the item's kind. If it has a value already, or the value is not of the field's kind, it becomes a custom field.
    ///
    /// - Parameter label: the label of the custom field.
    mutating func set(_ id: String, _ text: String?, label: String? = nil) {
        guard let text, !text.isEmpty else { return }
        guard let index = result.item.fields.firstIndex(where: { $0.id == id }) else {
            return add(label ?? id, text)
        }
        let field = result.item.fields[index]
        guard field.value.isEmpty, Self.fits(text, field.kind) else {
            return add(label ?? field.label, text, field.kind.isSecret ? .concealed : .text)
        }
        result.item.fields[index].set(.text(text))
    }

    /// Adds a custom field. A value that is not of the kind becomes a text.
    mutating func add(
        _ label: String, _ text: String, _ kind: FieldKind = .text, section: String? = nil, id: String? = nil,
        choices: [String] = []
    ) {
        let fitting = Self.fits(text, kind) ? kind : .text
        append(
            Field(id: unused(id), label: label, kind: fitting, value: .text(text), choices: choices), section: section)
    }

    /// Appends a field to the item, or to the section of a title.
    mutating func append(_ field: Field, section: String?) {
        guard let section, !section.isEmpty else { return result.item.fields.append(field) }
        if let index = result.item.sections.lastIndex(where: { $0.title == section }) {
            result.item.sections[index].fields.append(field)
        } else {
            result.item.sections.append(Section(title: section, fields: [field]))
        }
    }

    /// Adds the members of an object that have no place elsewhere, as custom fields.
    mutating func addRest(_ node: JSONNode, except known: Set<String>, section: String? = nil) {
        for (name, value) in (node.object ?? [:]).sorted(by: { $0.key < $1.key }) where !known.contains(name) {
            let value = JSONNode(value)
            guard !value.isEmpty else { continue }
            let isShort = value.object == nil && !(value.value is [Any])
            // Nested data can have secrets in it.
            add(name, value.text, isShort ? .text : .concealed, section: section)
        }
    }

    /// Adds a website, unless the item has it.
    mutating func addWebsite(_ address: String?, rule: String = "domain") {
        guard let address, !address.isEmpty else { return }
        let website = SavedWebsite(address, rule: rule)
        if !result.item.websites.contains(website) { result.item.websites.append(website) }
    }

    /// Adds a tag, unless the item has it.
    mutating func addTag(_ tag: String?) {
        guard let tag, !tag.isEmpty, !result.item.tags.contains(tag) else { return }
        result.item.tags.append(tag)
    }

    /// Appends to the notes.
    mutating func addNotes(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        result.item.notes = Secret(result.item.notes.map { $0.text + "\n\n" + text } ?? text)
    }

    /// Adds a former secret; its order is made by ``finish()``.
    mutating func addFormer(_ field: String, _ label: String, _ secret: String?, until date: Date?) {
        guard let secret, !secret.isEmpty else { return }
        result.history.append(
            FormerSecret(
                field: field, label: label, until: date ?? result.changed ?? Date(timeIntervalSince1970: 0),
                secret: Secret(secret)))
    }

    /// Notes what has no place in a vault.
    mutating func remark(_ text: String) { remarks.append(ImportRemark(result.position, text)) }

    /// Adds the item and its remarks to a content.
    mutating func finish(into content: inout ImportedContent) {
        if result.item.title.isEmpty { result.item.title = result.item.websites.first?.address ?? "untitled" }
        result.history = result.history.enumerated().sorted {
            $0.element.until == $1.element.until ? $0.offset < $1.offset : $0.element.until > $1.element.until
        }.map(\.element)
        content.items.append(result)
        content.remarks += remarks
    }

    private func unused(_ id: String?) -> String? {
        guard let id, !result.item.allFields.contains(where: { $0.id == id }) else { return nil }
        return id
    }

    static func fits(_ text: String, _ kind: FieldKind) -> Bool {
        switch kind {
        case .date: JSONDates.isDay(text)
        case .monthYear: JSONDates.isMonth(text)
        default: true
        }
    }
}

extension VaultItem {
    /// The text or secret of a field as a string, for a format that holds nothing else; empty if there is none.
    func plain(_ id: String) -> String { self[id].map(\.plain) ?? "" }

    /// The fields outside of sections that are not among those of a list, and have a value.
    func otherFields(except ids: Set<String>) -> [Field] {
        fields.filter { !ids.contains($0.id) && !$0.value.isEmpty }
    }
}

extension FieldValue {
    /// The value as a string.
    var plain: String {
        switch self {
        case .text(let text): text
        case .secret(let secret): secret.text
        }
    }
}
