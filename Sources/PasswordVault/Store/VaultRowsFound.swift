import Foundation
import KeychainServices

/// The rows of a vault that can be read, and what is missing among them.
struct VaultRowsFound {
    let header: StoredHeader?
    private let pages: [UInt32: IndexPage]
    private let items: [UUID: (item: VaultItem, page: UInt32)]
    /// The number of item rows that are intact and yet no items.
    private let unreadable: Int
    /// The number of items that refer to attached files of which a part is missing.
    private let incompleteAttachments: Int
    private let unusedChunks: [(account: String, made: Date)]

    init(_ vault: Vault) throws(KeychainError) {
        func rows(_ kind: VaultRows.RowKind, _ parts: ItemParts) throws(KeychainError) -> [Item] {
            try vault.keychain.items(matching: VaultRows.query(kind), reading: parts, with: Authentication())
        }
        header = try? StoredHeader(row: rows(.header, .data).first)
        var pages: [UInt32: IndexPage] = [:]
        for row in try rows(.page, [.attributes, .data]) {
            guard let number = row.attributes[.account]?.string.flatMap({ UInt32($0, radix: 16) }), let data = row.data,
                let page = try? IndexPage(number: number, bytes: data)
            else { continue }
            pages[number] = page
        }
        self.pages = pages
        var (items, unreadable) = ([UUID: (item: VaultItem, page: UInt32)](), 0)
        for row in try rows(.item, [.attributes, .data]) {
            guard let id = row.attributes[.account]?.string.flatMap(UUID.init(uuidString:)), let data = row.data,
                let found = try? ItemRowCoding.decode(data, id: id)
            else {
                unreadable += 1
                continue
            }
            items[id] = found
        }
        (self.items, self.unreadable) = (items, unreadable)
        let files = try rows(.attachment, .attributes)
        let chunks = Set(files.compactMap { $0.attributes[.account]?.string })
        var unused = chunks
        incompleteAttachments = items.values.count { found in
            var isIncomplete = false
            for attachment in found.item.attachments {
                for chunk in 0..<AttachmentChunks.count(of: attachment.size) {
                    let account = VaultRows.account(of: attachment.id, chunk: chunk)
                    if !chunks.contains(account) { isIncomplete = true }
                    unused.remove(account)
                }
            }
            return isIncomplete
        }
        unusedChunks = files.compactMap { row in
            guard let account = row.attributes[.account]?.string, unused.contains(account) else { return nil }
            return (account, row.attributes[.creationDate]?.date ?? .distantPast)
        }
    }

    // MARK: - Index

    private var listed: Set<UUID> { Set(pages.values.flatMap { $0.entries.map(\.id) }) }
    /// The items that no list has.
    var unlisted: [UUID] {
        let listed = listed
        return items.keys.filter { !listed.contains($0) }
    }
    /// The items that are in lists, and not in the file.
    var gone: [UUID] { listed.filter { items[$0] == nil } }

    private var missingPages: Int { (header?.pageCount ?? 0) - pages.count }
    var isIndexRight: Bool { header != nil && missingPages <= 0 && unlisted.isEmpty && gone.isEmpty }

    /// The rows of files that no item has: what an import left that was killed. None while an item is damaged, which may have them, and
    /// none of the last day, which may belong to an import that goes on.
    func leftovers(at now: Date) -> [String] {
        guard isIndexRight, unreadable == 0 else { return [] }
        return unusedChunks.filter { now.timeIntervalSince($0.made) > 86_400 }.map(\.account)
    }

    /// Returns the pages that have to be written.
    func rebuiltPages() throws(KeychainError) -> [IndexPage] {
        let (unlisted, gone) = (Set(unlisted), Set(gone))
        let missing = Dictionary(grouping: unlisted.compactMap { items[$0] }, by: \.page)
        let last = max(pages.keys.max() ?? 0, missing.keys.max() ?? 0)
        let count = header?.pageCount ?? (items.isEmpty && pages.isEmpty ? 0 : Int(last) + 1)
        let numbers = Set(missing.keys).union((0..<count).compactMap(UInt32.init(exactly:)))
        var rebuilt: [IndexPage] = []
        for number in numbers.sorted() {
            let known = pages[number]
            let isRight = known.map { !$0.entries.contains { gone.contains($0.id) } } ?? false
            guard !isRight || missing[number] != nil else { continue }
            rebuilt.append(try Self.page(number, known, without: gone, adding: missing[number]?.map(\.item) ?? []))
        }
        return rebuilt
    }

    private static func page(
        _ number: UInt32, _ known: IndexPage?, without gone: Set<UUID>, adding items: [VaultItem]
    ) throws(KeychainError) -> IndexPage {
        var bytes = Data()
        defer { bytes.wipe() }
        if let known {
            for entry in known.entries where !gone.contains(entry.id) { bytes.append(contentsOf: entry.bytes) }
        }
        for item in items { bytes.append(OverviewCoding.encode(Overview(item))) }
        return try IndexPage(number: number, bytes: bytes)
    }

    /// The header for the repaired index. One that is lost is made again: later items begin a new page.
    func headerAfterRepair(_ rebuilt: [IndexPage]) -> StoredHeader {
        var header = self.header ?? StoredHeader()
        if self.header == nil {
            header.created = (items.values.map(\.item.created).min() ?? Date(microseconds: 0)).microseconds
            header.openPage = Set(pages.keys).union(rebuilt.map(\.number)).max() ?? 0
            let isUsed = !pages.isEmpty || !rebuilt.isEmpty
            header.openPageEntries = isUsed ? UInt32(IndexPage.maximumEntries) : 0
        }
        header.generation &+= 1
        return header
    }

    // MARK: - Report

    func report(to diagnosis: inout Diagnosis, vault name: String, at now: Date) {
        let repair = "chatelaine doctor --unlock --repair --vault \(name)"
        if !unlisted.isEmpty || header == nil || missingPages > 0 {
            diagnosis.add(
                .error, .vaultIndex,
                "the index of the vault is damaged: lists lack \(unlisted.count) of the \(items.count) items that are in the file",
                remedy: "bring them back with: \(repair)")
        }
        if !gone.isEmpty {
            diagnosis.add(
                .error, .vaultIndex, "\(gone.count) items are in the lists, and damaged or gone from the file",
                remedy:
                    "restore the vault's file from a backup; if there is none, take them out of the lists with: \(repair)"
            )
        }
        if unreadable > 0 {
            diagnosis.add(
                .error, .corruptItem, "\(unreadable) items are intact, but not in a form that this release reads",
                remedy: "upgrade chatelaine; nothing is lost", isRepairable: false)
        }
        let leftovers = leftovers(at: now)
        if !leftovers.isEmpty {
            diagnosis.add(
                .warning, .leftovers, "\(leftovers.count) MiB of files belong to no item: an import was interrupted",
                remedy: "remove them with: \(repair)")
        }
        if incompleteAttachments > 0 {
            diagnosis.add(
                .error, .attachment, "files that are attached to \(incompleteAttachments) items are damaged",
                remedy:
                    "restore the vault's file from a backup; if there is none, remove them with: chatelaine vault attach rm"
            )
        }
    }
}
