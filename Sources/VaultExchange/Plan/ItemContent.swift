import Foundation
import PasswordVault

/// The place of a value in an item: a field of the kind by its id, one of the user's by section and label.
struct ValuePlace: Hashable {
    let section: String
    let name: String

    init(_ field: Field, in item: VaultItem, section: String = "") {
        self.section = section.lowercased()
        let isOfKind = section.isEmpty && item.kind.fields.contains { $0.id == field.id }
        name = isOfKind ? field.id : field.label.lowercased()
    }
}

extension VaultItem {
    /// The fields that have a value, with their places.
    var filledFields: [(place: ValuePlace, field: Field)] {
        fields.compactMap { $0.value.isEmpty ? nil : (ValuePlace($0, in: self), $0) }
            + sections.flatMap { section in
                section.fields.compactMap {
                    $0.value.isEmpty ? nil : (ValuePlace($0, in: self, section: section.title), $0)
                }
            }
    }

    /// The value at a place; `nil` if it is empty or there is none.
    func value(at place: ValuePlace) -> Field? { filledFields.first { $0.place == place }?.field }
}

extension ImportedItem {
    /// Whether a stored item has all that this one has.
    func isContained(in stored: VaultItem) -> Bool {
        let values = Dictionary(
            stored.filledFields.map { ($0.place, $0.field) }, uniquingKeysWith: { first, _ in first })
        for (place, field) in item.filledFields where values[place]?.value != field.value { return false }
        if let notes = item.notes, !notes.isEmpty, stored.notes != notes { return false }
        let websites = Set(stored.websites.map(\.address))
        guard item.websites.allSatisfy({ websites.contains($0.address) }) else { return false }
        guard history.allSatisfy({ stored.hasFormer($0) }) else { return false }
        return attachments.allSatisfy { stored.has($0) }
    }
}

extension VaultItem {
    /// Whether a secret is in the history, or is the one that counts now.
    func hasFormer(_ former: FormerSecret) -> Bool {
        history.contains { $0.secret == former.secret && $0.label == former.label }
            || allFields.contains { $0.value == .secret(former.secret) }
    }

    /// Whether there is a file of this name and size.
    func has(_ file: ImportedAttachment) -> Bool {
        attachments.contains { $0.name == file.name && $0.size == file.content.size }
    }
}
