import Foundation
import PasswordVault

/// Items of a vault, made of the entries of a database.
struct KeePassItems {
    private let database: KeePassDatabase
    private let references: KeePassReferences
    private let context: ImportContext
    private var remarks: [ImportRemark] = []
    private var extras: KeePassEntry.Extras = []
    private var hasFormerDetails = false
    private static let mostFormer = 1000
    private static let mostAttached = 4 << 30

    init(_ database: KeePassDatabase, _ context: ImportContext) {
        (self.database, self.context) = (database, context)
        references = KeePassReferences(database)
    }

    /// Makes the items.
    mutating func content() throws(ExchangeError) -> ImportedContent {
        var content = ImportedContent()
        content.items.reserveCapacity(database.entries.count)
        var attached = 0
        for (index, entry) in database.entries.enumerated() {
            try context.checkCancellation()
            try checkAttachments(entry, &attached)
            if index.isMultiple(of: 256) {
                context.progress(0.5 + 0.5 * Double(index) / Double(database.entries.count))
            }
            content.items.append(item(entry, "entry \(index + 1)"))
        }
        content.remarks = remarks + summary
        context.progress(1)
        return content
    }

    /// Checks the size of all attachments: many entries can name the same one.
    private func checkAttachments(_ entry: KeePassEntry, _ attached: inout Int) throws(ExchangeError) {
        attached += entry.attachments.reduce(0) { $0 + $1.content.size }
        guard attached <= Self.mostAttached else {
            throw ExchangeError(
                .tooLarge, "the attachments of all entries have more than 4 GiB",
                remedy: "remove large attachments in the other program first")
        }
    }

    /// The remarks on parts that are left out in the whole file.
    private var summary: [ImportRemark] {
        let notes: [(Bool, String)] = [
            (extras.contains(.icon), "custom icons are not imported"),
            (extras.contains(.colours), "colours of entries are not imported"),
            (extras.contains(.autoType), "settings for typing into windows (auto-type) are not imported"),
            (extras.contains(.pluginData), "data of plug-ins and browser extensions is not imported"),
            (database.groups.contains(where: \.hasNotes), "notes of groups are not imported"),
            (hasFormerDetails, "of former versions, only passwords, protected fields and notes are imported"),
        ]
        return notes.filter(\.0).map { ImportRemark("", $0.1) }
    }

    private mutating func item(_ entry: KeePassEntry, _ position: String) -> ImportedItem {
        let layout = KeePassLayout(text: entry.layout)
        var maker = KeePassItemMaker(references: references, layout: layout)
        let made = maker.item(entry)
        for text in maker.remarks { remarks.append(ImportRemark(position, text)) }
        extras.formUnion(entry.extras)
        var item = ImportedItem(made, position: position)
        let place = database.place(of: entry.group)
        (item.folder, item.isTrashed) = (place.folder, place.isTrashed)
        (item.created, item.changed) = (entry.created, entry.changed)
        item.isArchived = layout?.isArchived ?? false
        item.attachments = entry.attachments
        item.history = history(entry, made, &maker, position)
        return item
    }

    /// Returns the secrets that a later version replaced, the newest first.
    private mutating func history(
        _ entry: KeePassEntry, _ current: VaultItem, _ maker: inout KeePassItemMaker, _ position: String
    ) -> [FormerSecret] {
        guard !entry.history.isEmpty else { return [] }
        var (former, next, nextEntry) = ([FormerSecret](), current, entry)
        var values = Self.values(current.allFields)
        for version in entry.history.reversed() {
            let old = maker.item(version)
            let until = nextEntry.changed ?? entry.changed ?? Date(timeIntervalSince1970: 0)
            let fields = old.allFields
            for field in fields {
                guard case .secret(let secret) = field.value, !secret.isEmpty, values[field.id] != field.value else {
                    continue
                }
                former.append(
                    FormerSecret(
                        field: field.id, label: field.label, until: until, secret: secret, isShown: field.kind.isShown))
            }
            if let notes = old.notes, !notes.isEmpty, notes != next.notes {
                former.append(FormerSecret(field: "notes", label: "notes", until: until, secret: notes))
            }
            hasFormerDetails = hasFormerDetails || Self.hasOtherDetails(version, old, next, values)
            (next, nextEntry) = (old, version)
            values = Self.values(fields)
        }
        if former.count > Self.mostFormer {
            remarks.append(
                ImportRemark(position, "of \(former.count) former secrets, the last \(Self.mostFormer) are imported"))
        }
        return Array(former.prefix(Self.mostFormer))
    }

    /// Whether a former version has a title, a text, a website or an attachment that the next one has not.
    private static func hasOtherDetails(
        _ version: KeePassEntry, _ old: VaultItem, _ next: VaultItem, _ values: [String: FieldValue]
    ) -> Bool {
        guard old.title == next.title, old.websites == next.websites, version.attachments.isEmpty else { return true }
        return old.allFields.contains { field in
            guard case .text(let text) = field.value, !text.isEmpty else { return false }
            return values[field.id] != field.value
        }
    }

    private static func values(_ fields: [Field]) -> [String: FieldValue] {
        Dictionary(fields.map { ($0.id, $0.value) }) { first, _ in first }
    }
}
