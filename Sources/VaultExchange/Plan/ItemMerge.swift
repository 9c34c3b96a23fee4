import Foundation
import PasswordVault

/// The new version of a stored item that an item of a file makes.
struct ItemMerge {
    /// The stored item with what the file adds.
    private(set) var item: VaultItem
    private let stored: VaultItem
    private let imported: ImportedItem
    private let now: Date

    /// - Parameter prefersImport: whether a value of the file replaces another one, which goes to the history; else the stored value stays,
    ///   and that of the file goes there.
    init(_ imported: ImportedItem, into stored: VaultItem, prefersImport: Bool, at now: Date) {
        (item, self.stored, self.imported, self.now) = (stored, stored, imported, now)
        if prefersImport { item.title = imported.item.title }
        for (place, field) in imported.item.filledFields { take(field, at: place, prefersImport: prefersImport) }
        takeNotes(prefersImport: prefersImport)
        for website in imported.item.websites where !item.websites.contains(where: { $0.address == website.address }) {
            item.websites.append(website)
        }
        for tag in imported.item.tags where !item.tags.contains(tag) { item.tags.append(tag) }
        item.isFavourite = item.isFavourite || imported.item.isFavourite
        for former in imported.history where !item.hasFormer(former) { item.history.append(former) }
        item.history.sort { $0.until > $1.until }
        // Of a file, not of a change here: never later than now.
        let changed = prefersImport ? min(imported.changed ?? now, now) : now
        item.changed = max(changed, stored.changed)
    }

    /// The files that the stored item lacks.
    var newFiles: [ImportedAttachment] { imported.attachments.filter { !stored.has($0) } }

    /// Whether the stored item has all of it already.
    var changesNothing: Bool {
        var same = item
        same.changed = stored.changed
        return same == stored && newFiles.isEmpty
    }

    private mutating func take(_ field: Field, at place: ValuePlace, prefersImport: Bool) {
        guard let old = stored.value(at: place) else { return set(field, at: place) }
        guard old.value != field.value else { return }
        keep(prefersImport ? old : field, until: prefersImport ? now : imported.changed ?? now)
        if prefersImport { set(field, at: place) }
    }

    private mutating func takeNotes(prefersImport: Bool) {
        guard let notes = imported.item.notes, !notes.isEmpty, notes != stored.notes else { return }
        guard let old = stored.notes, !old.isEmpty else { return item.notes = notes }
        let former = prefersImport ? old : notes
        keep(
            former,
            FormerSecret(
                field: "notes", label: "notes", until: prefersImport ? now : imported.changed ?? now, secret: former))
        if prefersImport { item.notes = notes }
    }

    /// Puts a value that does not count into the history: also a text, which would be lost otherwise.
    private mutating func keep(_ field: Field, until date: Date) {
        let secret: Secret
        switch field.value {
        case .text(let text): secret = Secret(text)
        case .secret(let known): secret = known
        }
        keep(
            secret,
            FormerSecret(
                field: field.id, label: field.label, until: date, secret: secret, isShown: field.kind.isShown))
    }

    private mutating func keep(_ secret: Secret, _ former: FormerSecret) {
        guard !item.history.contains(where: { $0.secret == secret && $0.label == former.label }) else { return }
        item.history.append(former)
    }

    private mutating func set(_ field: Field, at place: ValuePlace) {
        if place.section.isEmpty {
            return Self.put(field, into: &item.fields) { ValuePlace($0, in: stored) == place }
        }
        guard let index = item.sections.firstIndex(where: { $0.title.lowercased() == place.section }) else {
            let title = imported.item.sections.first { $0.title.lowercased() == place.section }?.title ?? place.section
            return item.sections.append(Section(title: title, fields: [field]))
        }
        let title = item.sections[index].title
        Self.put(field, into: &item.sections[index].fields) { ValuePlace($0, in: stored, section: title) == place }
    }

    private static func put(_ field: Field, into fields: inout [Field], at isThere: (Field) -> Bool) {
        guard let index = fields.firstIndex(where: isThere), fields[index].kind.isSecret == field.kind.isSecret else {
            return fields.append(field)
        }
        fields[index].set(field.value)
    }
}
