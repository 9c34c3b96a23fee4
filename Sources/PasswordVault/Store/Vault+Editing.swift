import Foundation
import KeychainServices

extension Vault {
    /// The number of days that an item stays in the trash at least. It is removed with the first change after three unlocks on different
    /// days have found that they are over.
    public static let trashDays = 30
    /// The maximum number of entries in an item's history; the oldest are removed.
    static let mostHistory = 1000

    /// Stores a new or a changed item. Replaced secrets go to the item's history.
    ///
    /// - Parameter item: the new version. Its history, attachments, dates, and whether it is archived or in the trash, are not taken from
    ///   it: other functions change those.
    /// - Returns: the item as it was stored.
    /// - Throws: `.parameter` if the item is too large, or if another program or window has changed it since it was read.
    @discardableResult
    public func save(_ item: VaultItem) throws(KeychainError) -> VaultItem {
        try change { transaction in
            // An item that was never stored has no date.
            guard item.changed.timeIntervalSince1970 != 0 else {
                let new = item.initialVersion(at: transaction.now)
                try transaction.add(new)
                return new
            }
            let (stored, page) = try transaction.item(item.id)
            guard stored.changed == item.changed else {
                throw KeychainError(
                    .parameter, "the item was changed by another program in the meantime", remedy: "open it again")
            }
            let changed = item.replacement(for: stored, at: transaction.now)
            try transaction.replace(changed, page: page)
            return changed
        }
    }

    /// Stores many new items in one transaction: all of them or none.
    ///
    /// - Returns: the items as they were stored.
    @discardableResult
    public func add(contentsOf items: [VaultItem]) throws(KeychainError) -> [VaultItem] {
        try change { transaction in
            try items.map { item in
                let new = item.initialVersion(at: transaction.now)
                try transaction.add(new)
                return new
            }
        }
    }

    /// Copies an item, without its history and attachments.
    ///
    /// - Parameters:
    ///   - id: the item.
    ///   - title: the title of the copy.
    @discardableResult
    public func duplicate(_ id: UUID, title: String) throws(KeychainError) -> VaultItem {
        let item = try item(id)
        var copy = VaultItem(id: UUID(), item.kind, title: title, fields: item.fields)
        (copy.isFavourite, copy.tags, copy.websites) = (item.isFavourite, item.tags, item.websites)
        (copy.sections, copy.notes, copy.unknown) = (item.sections, item.notes, item.unknown)
        return try save(copy)
    }

    /// Archives an item, or takes it out of the archive. Archived items are found only with a filter that includes the archive.
    public func archive(_ id: UUID, _ isArchived: Bool = true) throws(KeychainError) {
        try modify(id) { item, transaction in
            item.archived = isArchived ? item.archived ?? transaction.now : nil
        }
    }

    /// Moves an item to the trash. ``restore(_:)`` can take it back for ``trashDays`` days.
    public func trash(_ id: UUID) throws(KeychainError) {
        try modify(id) { item, transaction in
            guard item.trashed == nil else { return }
            // Not earlier than the item itself, if the clock is behind.
            item.trashed = item.nextChangeDate(after: transaction.now)
            item.trashedGeneration = transaction.generation
        }
    }

    /// Takes an item out of the trash.
    public func restore(_ id: UUID) throws(KeychainError) {
        try modify(id) { item, _ in (item.trashed, item.trashedGeneration) = (nil, 0) }
    }

    /// Removes an item permanently, with its history and attachments.
    ///
    /// - Throws: `.parameter` if it is not in the trash, so that one wrong command loses nothing.
    public func purge(_ id: UUID) throws(KeychainError) {
        try change(erases: true) { transaction in
            guard try transaction.item(id).item.trashed != nil else {
                throw KeychainError(
                    .parameter, "the item is not in the trash",
                    remedy: "put it there first: chatelaine vault rm")
            }
            try transaction.remove(id)
        }
    }

    /// Removes all items in the trash permanently and returns their number.
    @discardableResult
    public func emptyTrash() throws(KeychainError) -> Int {
        try removeTrash { _, _ in true }
    }

    /// Removes the items in the trash for which `isRemoved` returns true, and returns their number.
    @discardableResult
    func removeTrash(
        where isRemoved: (VaultItem, VaultTransaction) -> Bool
    ) throws(KeychainError) -> Int {
        let trash = try currentIndex().entries.filter { $0.trashed != nil }.map(\.id)
        guard !trash.isEmpty else { return 0 }
        return try change(erases: true) { transaction in
            try trash.reduce(0) { count, id in
                // Another program or thread may have restored or removed it since.
                guard let item = try? transaction.item(id).item, item.trashed != nil, isRemoved(item, transaction)
                else { return count }
                try transaction.remove(id)
                return count + 1
            }
        }
    }

    /// Changes the properties that ``save(_:)`` does not.
    func modify(
        _ id: UUID, _ body: (inout VaultItem, VaultTransaction) throws -> Void
    ) throws(KeychainError) {
        try change { transaction in
            var (item, page) = try transaction.item(id)
            let before = item
            try body(&item, transaction)
            guard item != before else { return }
            item.changed = item.nextChangeDate(after: transaction.now)
            try transaction.replace(item, page: page)
        }
    }

    /// Moves an item with its history and attachments to another vault. If the process ends between the two steps of the move,
    /// the item is in both.
    ///
    /// - Parameters:
    ///   - id: the item.
    ///   - other: the other vault, which must be unlocked as well.
    public func move(_ id: UUID, to other: Vault) throws(KeychainError) {
        let item = try item(id)
        try other.change { transaction in
            var moved = item
            if moved.trashed != nil { moved.trashedGeneration = transaction.generation }
            try transaction.add(moved)
            for attachment in item.attachments {
                for chunk in 0..<AttachmentChunks.count(of: attachment.size) {
                    try transaction.addChunk(content(of: attachment, chunk: chunk), number: chunk, of: attachment.id)
                }
            }
        }
        try change(erases: true) { transaction in
            guard try transaction.item(id).item.changed == item.changed else {
                throw KeychainError(
                    .parameter, "the item was changed while it was moved; it is in both vaults now",
                    remedy: "compare the two and remove one")
            }
            try transaction.remove(id)
        }
    }
}

extension VaultItem {
    /// Returns a new item with the dates with which it is stored.
    func initialVersion(at now: Date) -> VaultItem {
        var item = self
        (item.created, item.changed) = (now, now)
        (item.history, item.attachments, item.archived, item.trashed) = ([], [], nil, nil)
        item.trashedGeneration = 0
        return item
    }

    /// Returns the date for a change at `now`: always later than that of the previous change, even if the clock was set back.
    func nextChangeDate(after now: Date) -> Date { max(now, Date(microseconds: changed.microseconds + 1)) }

    /// Returns the item as it replaces a stored version of it.
    func replacement(for stored: VaultItem, at now: Date) -> VaultItem {
        var item = self
        (item.created, item.archived, item.trashed) = (stored.created, stored.archived, stored.trashed)
        (item.attachments, item.trashedGeneration) = (stored.attachments, stored.trashedGeneration)
        item.changed = stored.nextChangeDate(after: now)
        item.history = Array(
            (replacedSecrets(of: stored, until: item.changed) + stored.history).prefix(Vault.mostHistory))
        return item
    }

    /// Returns the secrets of `stored` that this version no longer has.
    private func replacedSecrets(of stored: VaultItem, until date: Date) -> [FormerSecret] {
        var former: [FormerSecret] = []
        for field in stored.allFields {
            guard case .secret(let secret) = field.value, !secret.isEmpty, self[field.id] != field.value else {
                continue
            }
            former.append(
                FormerSecret(
                    field: field.id, label: field.label, until: date, secret: secret, isShown: field.kind.isShown))
        }
        if let text = stored.notes, !text.isEmpty, notes != text {
            former.append(FormerSecret(field: "notes", label: "notes", until: date, secret: text))
        }
        return former
    }
}
