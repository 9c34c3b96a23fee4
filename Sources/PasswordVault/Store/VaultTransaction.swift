import Foundation
import KeychainServices

/// A transaction on a vault: changes of rows, of the index pages that describe them, and of the vault's generation.
struct VaultTransaction {
    let rows: KeychainTransaction
    private var header: StoredHeader
    /// The pages that were read, with the changes to them.
    private(set) var pages: [UInt32: IndexPage] = [:]
    private var changedPages = Set<UInt32>()
    private var newPages = Set<UInt32>()
    /// The items that were added or changed, and `nil` for those that were removed, for service accounts.
    private(set) var touched: [UUID: VaultItem?] = [:]
    /// The number of pages before the transaction.
    private let firstNewPage: Int
    let now: Date

    /// Begins a transaction.
    ///
    /// - Throws: `.notAvailable` if the creation of the vault was interrupted; errors of the keychain.
    init(_ rows: KeychainTransaction, now: Date) throws {
        self.rows = rows
        // Times are compared with the precision in which they are stored.
        self.now = Date(microseconds: now.microseconds)
        header = try StoredHeader(row: rows.items(matching: VaultRows.query(.header, VaultRows.headerAccount)).first)
        firstNewPage = header.pageCount
    }

    var generation: UInt64 { header.generation }
    /// The number of pages after the transaction.
    var pageCount: Int { header.pageCount }

    // MARK: - Items

    func item(_ id: UUID) throws -> (item: VaultItem, page: UInt32) {
        let found = try rows.items(matching: VaultRows.query(.item, VaultRows.account(of: id)))
        guard let data = found.first?.data else { throw KeychainError.noSuchVaultItem }
        return try ItemRowCoding.decode(data, id: id)
    }

    mutating func add(_ item: VaultItem) throws {
        let number = try pageForNewItem()
        try rows.add(
            VaultRows.new(.item, VaultRows.account(of: item.id), ItemRowCoding.encode(item, page: number)))
        try change(number, item.id, Overview(item))
        touched[item.id] = .some(item)
    }

    mutating func replace(_ item: VaultItem, page: UInt32) throws {
        let data = try ItemRowCoding.encode(item, page: page)
        try rows.update(
            VaultRows.query(.item, VaultRows.account(of: item.id)), with: Changes(data: .replace(data)))
        try change(page, item.id, Overview(item))
        touched[item.id] = .some(item)
    }

    mutating func remove(_ id: UUID) throws {
        let (item, page) = try item(id)
        for attachment in item.attachments { try removeContent(of: attachment) }
        try rows.delete(VaultRows.query(.item, VaultRows.account(of: id)))
        try change(page, id, nil)
        touched[id] = .some(nil)
    }

    // MARK: - Attachments

    func addChunk(_ data: Data, number: Int, of attachment: UUID) throws {
        try rows.add(VaultRows.new(.attachment, VaultRows.account(of: attachment, chunk: number), data))
    }

    func removeContent(of attachment: Attachment) throws {
        try removeChunks(of: attachment.id, count: AttachmentChunks.count(of: attachment.size))
    }

    // MARK: - Trash

    mutating func noteTrashDay(_ moment: TrashMoment, isOver: Bool) {
        header.trashDays = header.trashDays.noting(moment, generation: generation, isOver: isOver)
    }

    /// Whether unlocks have shown that the time of an item in the trash is over.
    func isTrashOver(for item: VaultItem) -> Bool { header.trashDays.haveSeen(item) }

    // MARK: - Index

    private mutating func pageForNewItem() throws -> UInt32 {
        if header.openPageEntries >= IndexPage.maximumEntries {
            guard header.openPage < .max else { throw KeychainError(.notAvailable, "the vault is full") }
            header.openPage += 1
            header.openPageEntries = 0
        }
        header.openPageEntries += 1
        return header.openPage
    }

    private mutating func change(_ number: UInt32, _ id: UUID, _ overview: Overview?) throws {
        let page = try page(number)
        pages[number] = try page.replacing(id, with: overview)
        changedPages.insert(number)
    }

    private mutating func page(_ number: UInt32) throws -> IndexPage {
        if let page = pages[number] { return page }
        let found = try rows.items(matching: VaultRows.query(.page, IndexPage.account(number)))
        if found.isEmpty {
            // A new page in the place of a damaged one would hide the items of that one for good.
            guard Int(number) >= firstNewPage else { throw KeychainError.damagedIndex }
            newPages.insert(number)
        }
        return try IndexPage(number: number, bytes: found.first?.data ?? Data())
    }

    /// Writes the changed pages and the header.
    mutating func finish() throws {
        for number in changedPages.sorted() {
            guard let page = pages[number] else { continue }
            let (account, data) = (IndexPage.account(number), Data(wipedWhenFreed: page.bytes.pointer))
            if newPages.contains(number) {
                try rows.add(VaultRows.new(.page, account, data))
            } else {
                try rows.update(VaultRows.query(.page, account), with: Changes(data: .replace(data)))
            }
        }
        header.generation &+= 1
        try rows.update(
            VaultRows.query(.header, VaultRows.headerAccount),
            with: Changes(data: .replace(header.serializedBytes())))
    }
}

extension StoredHeader {
    /// The number of pages of the index. They are numbered from 0, and none is ever removed.
    var pageCount: Int { openPage == 0 && openPageEntries == 0 ? 0 : Int(openPage) + 1 }

    /// Parses the header.
    ///
    /// - Throws: `.notAvailable` if there is none; `.decode` if it cannot be read.
    init(row: Item?) throws(KeychainError) {
        guard let data = row?.data else {
            throw KeychainError(.notAvailable, "the creation of the vault was interrupted", remedy: "create it again")
        }
        do {
            try self.init(serializedBytes: data)
        } catch {
            throw ItemCoding.damaged
        }
    }
}

extension KeychainError {
    /// The error of a change that concerns a damaged page of the index.
    static var damagedIndex: KeychainError {
        KeychainError(
            .decode, "a part of the vault's index is damaged; nothing was changed",
            remedy: "bring back what is on it with: chatelaine doctor --unlock --repair")
    }

    static var noSuchVaultItem: KeychainError {
        KeychainError(.itemNotFound, "the vault has no such item", remedy: "look for it with: chatelaine vault search")
    }
}
