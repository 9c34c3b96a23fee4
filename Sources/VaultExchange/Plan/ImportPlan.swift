import Foundation
import KeychainServices
import PasswordVault

/// The folders of a file, in a vault.
public enum FolderUse: String, CaseIterable, Sendable {
    /// Each folder becomes a tag of its items: `Work/Servers`.
    case tags
    /// Each outermost folder becomes a vault, and the folders in it tags.
    case vaults
    /// The folders are left out.
    case none
}

/// The outcome of an import for an item of the file.
public enum ImportFate: String, CaseIterable, Sendable {
    /// The vault has no such item: it is added.
    case new
    /// The vault has the item with all that the file has.
    case same
    /// The item of the file was changed later than the vault's: it replaces the values, and the former ones go to the history.
    case newer
    /// The values differ, and those of the file are not known to be newer: the vault's stay, and the file's go to the history.
    case conflict
}

/// The changes that an import makes in a vault. Nothing is changed until ``store(in:progress:)``.
public struct ImportPlan: Sendable {
    /// An item of the file and its outcome.
    public struct Entry: Sendable {
        /// The item as the vault would have it.
        public let item: VaultItem
        /// The position in the file.
        public let position: String
        /// The outcome.
        public let fate: ImportFate
        /// The number of files that come with it.
        public let files: Int
        /// The change; `nil` for an item that is there already.
        let arriving: ArrivingItem?
    }

    /// The items, in the order of the file.
    public private(set) var entries: [Entry] = []
    /// Content of the file that the items lack.
    public let remarks: [ImportRemark]

    /// Compares the items of a file with those of a vault.
    ///
    /// - Parameters:
    ///   - content: the content of a file.
    ///   - vault: the vault, unlocked; `nil` for one that is still to be made.
    ///   - folders: the use of folders.
    ///   - tag: a tag for all new items; `nil` for none.
    ///   - now: the time of the import.
    ///   - progress: receives the part that is done, from 0 to 1; an error that it throws ends the comparison.
    public init(
        _ content: ImportedContent, for vault: (any VaultService)?, folders: FolderUse = .tags, tag: String? = nil,
        at now: Date = Date(), progress: (Double) throws -> Void = { _ in }
    ) throws {
        remarks = content.remarks
        var known = try KnownItems(vault)
        entries.reserveCapacity(content.items.count)
        for (number, imported) in content.items.enumerated() {
            entries.append(try known.entry(for: imported.tagged(folders, tag), at: now))
            if number % 256 == 0 { try progress(Double(number) / Double(content.items.count)) }
        }
    }

    /// The number of items of an outcome.
    public func count(_ fate: ImportFate) -> Int { entries.count { $0.fate == fate } }

    /// Leaves out the items for which `isChosen` returns false.
    public mutating func choose(_ isChosen: (Entry) -> Bool) { entries.removeAll { !isChosen($0) } }

    /// Stores the changes: all of them or none.
    ///
    /// - Parameters:
    ///   - vault: the vault that the plan was made for.
    ///   - progress: receives the part that is done, from 0 to 1; an error that it throws ends the work.
    /// - Returns: the number of items that were added or changed.
    @discardableResult
    public func store(in vault: any VaultService, progress: (Double) throws -> Void = { _ in }) throws -> Int {
        let arriving = entries.compactMap(\.arriving)
        guard !arriving.isEmpty else { return 0 }
        try vault.bring(arriving) { done in
            if done % 256 == 0 || done == arriving.count { try progress(Double(done) / Double(arriving.count)) }
        }
        return arriving.count
    }
}

/// The items of a vault, to which those of a file are compared.
private struct KnownItems {
    private let vault: (any VaultService)?
    private var byIdentity: [ItemIdentity: [UUID]] = [:]
    private var byAccount: [ItemIdentity: [UUID]] = [:]
    private var trashed = Set<UUID>()
    /// The items that an item of the file was recognised as.
    private var taken = Set<UUID>()
    /// The items of the file that are new, by which a repetition in the file is recognised.
    private var added: [ItemIdentity: [VaultItem]] = [:]

    init(_ vault: (any VaultService)?) throws {
        self.vault = vault
        guard let vault else { return }
        for place in [VaultFilter.Place?.none, .trash] {
            for overview in try vault.overviews(VaultFilter(place: place), limit: .max) {
                let identity = ItemIdentity(overview)
                byIdentity[identity, default: []].append(overview.id)
                if let account = identity.account { byAccount[account, default: []].append(overview.id) }
                if place == .trash { trashed.insert(overview.id) }
            }
        }
    }

    mutating func entry(for imported: ImportedItem, at now: Date) throws -> ImportPlan.Entry {
        let identity = ItemIdentity(imported.item)
        let candidates = try items(byIdentity[identity])
        let others = try identity.account.map { try items(byAccount[$0]) } ?? []
        if let same = (candidates + others).first(where: { imported.isContained(in: $0) }) {
            taken.insert(same.id)
            return ImportPlan.Entry(item: same, position: imported.position, fate: .same, files: 0, arriving: nil)
        }
        if let repeated = added[identity]?.first(where: { imported.isContained(in: $0) }) {
            return ImportPlan.Entry(item: repeated, position: imported.position, fate: .same, files: 0, arriving: nil)
        }
        if let stored = candidates.first(where: { !trashed.contains($0.id) && !taken.contains($0.id) }) {
            return merged(imported, stored, at: now)
        }
        var new = imported.newItem(at: now)
        let files = imported.attachments.map { $0.arriving(at: new.changed) }
        defer {
            // Files are compared by name and size.
            new.attachments = imported.attachments.map {
                Attachment(name: $0.name, mediaType: $0.mediaType, size: $0.content.size, added: now)
            }
            added[identity, default: []].append(new)
        }
        return ImportPlan.Entry(
            item: new, position: imported.position, fate: .new, files: files.count,
            arriving: ArrivingItem(new, files: files))
    }

    private mutating func merged(_ imported: ImportedItem, _ stored: VaultItem, at now: Date) -> ImportPlan.Entry {
        taken.insert(stored.id)
        let isNewer = imported.changed.map { $0 > stored.changed } ?? false
        let merge = ItemMerge(imported, into: stored, prefersImport: isNewer, at: now)
        guard !merge.changesNothing else {
            return ImportPlan.Entry(item: stored, position: imported.position, fate: .same, files: 0, arriving: nil)
        }
        let files = merge.newFiles.map { $0.arriving(at: now) }
        return ImportPlan.Entry(
            item: merge.item, position: imported.position, fate: isNewer ? .newer : .conflict, files: files.count,
            arriving: ArrivingItem(merge.item, replacing: stored.changed, files: files))
    }

    private func items(_ ids: [UUID]?) throws -> [VaultItem] { try (ids ?? []).compactMap { try vault?.item($0) } }
}

extension ImportedItem {
    fileprivate func tagged(_ folders: FolderUse, _ tag: String?) -> ImportedItem {
        var tagged = self
        let path = ([sourceVault].compactMap { $0 } + folder).filter { !$0.isEmpty }
        if folders != .none, !path.isEmpty { tagged.item.add(newTag: path.joined(separator: "/")) }
        if let tag { tagged.item.add(newTag: tag) }
        return tagged
    }

    /// The item with its dates and history, as a vault stores it.
    fileprivate func newItem(at now: Date) -> VaultItem {
        var new = item
        new.changed = min(changed ?? now, now)
        new.created = min(created ?? new.changed, new.changed)
        new.history = history.sorted { $0.until > $1.until }
        new.attachments = []
        new.archived = isArchived && !isTrashed ? item.archived ?? new.changed : nil
        new.trashed = isTrashed ? item.trashed ?? now : nil
        return new
    }
}

extension VaultItem {
    fileprivate mutating func add(newTag tag: String) { if !tags.contains(tag) { tags.append(tag) } }
}

extension ImportedAttachment {
    fileprivate func arriving(at date: Date) -> ArrivingFile {
        ArrivingFile(name: name, mediaType: mediaType, added: date) { [content] body in try content.read(body) }
    }
}
