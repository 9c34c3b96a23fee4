import Foundation
import KeychainServices

/// An item that comes into a vault from elsewhere, with its dates, its history and its files.
public struct ArrivingItem: Sendable {
    /// The item as it is stored: with its dates, its history, and the attachments that it has in the vault already.
    public var item: VaultItem
    /// The date of the version that it replaces (``VaultItem/changed``); `nil` for a new item.
    public var replaces: Date?
    /// The files that come with it.
    public var files: [ArrivingFile]

    /// Makes an item that arrives.
    public init(_ item: VaultItem, replacing date: Date? = nil, files: [ArrivingFile] = []) {
        (self.item, replaces, self.files) = (item, date, files)
    }
}

/// A file that comes with an item.
public struct ArrivingFile: Sendable {
    /// The file name, without directories.
    public let name: String
    /// The media type (RFC 6838); empty if not known.
    public let mediaType: String
    /// The date on which it was added.
    public let added: Date
    /// Passes all bytes to the given function, in parts of any size.
    public let read: @Sendable (_ body: (Data) throws -> Void) throws -> Void

    /// Makes a file that arrives.
    public init(
        name: String, mediaType: String, added: Date,
        read: @escaping @Sendable (_ body: (Data) throws -> Void) throws -> Void
    ) {
        (self.name, self.mediaType, self.added, self.read) = (name, mediaType, added, read)
    }

    /// Reads the file in the chunks that a vault stores.
    ///
    /// - Parameter body: receives each chunk with its number; all but the last are full.
    /// - Returns: the attachment, with the size of the file.
    /// - Throws: `.parameter` if it is too large; errors of ``read`` and of `body`.
    package func chunks(as id: UUID, _ body: (Data, Int) throws -> Void) throws -> Attachment {
        var (size, number, pending) = (0, 0, Data())
        defer { pending.wipe() }
        try read { part in
            var part = part[...]
            size += part.count
            guard size <= Vault.mostAttachment else { throw KeychainError.tooLargeAttachment }
            while !part.isEmpty {
                let taken = part.prefix(AttachmentChunks.size - pending.count)
                pending.append(taken)
                part = part.dropFirst(taken.count)
                guard pending.count == AttachmentChunks.size else { continue }
                try body(pending, number)
                number += 1
                pending.wipe()
                pending.removeAll(keepingCapacity: true)
            }
        }
        if !pending.isEmpty { try body(pending, number) }
        let name = name.split(separator: "/").last.map(String.init) ?? "attachment"
        return Attachment(id: id, name: name, mediaType: mediaType, size: size, added: added)
    }
}

extension Vault {
    /// Stores items that come from elsewhere: all of them or none.
    ///
    /// - Parameters:
    ///   - items: new items, and new versions of items that are there.
    ///   - progress: receives the number of items that are done; an error that it throws ends the work.
    /// - Throws: `.parameter` if an item was changed since it was compared, or its id is taken; errors of reading the files and of
    ///   `progress`. Nothing is stored then.
    public func bring(_ items: [ArrivingItem], progress: (Int) throws -> Void) throws {
        try keepingCause { cause throws(KeychainError) in
            try change { transaction in
                for (number, arriving) in items.enumerated() {
                    try cause.keep {
                        var (item, staged) = (arriving.item, [UUID: Int]())
                        for file in arriving.files {
                            let id = UUID()
                            item.attachments.append(
                                try file.chunks(as: id) { data, chunk in
                                    try transaction.addChunk(data, number: chunk, of: id)
                                    staged[id] = chunk + 1
                                })
                        }
                        try transaction.bring(item, replacing: arriving.replaces, with: &staged)
                        try progress(number + 1)
                    }
                }
            }
        }
    }

    // MARK: - For an agent, to which an import comes in parts

    /// Stores a chunk of a file that no item has yet.
    package func stageChunk(_ data: Data, number: Int, of attachment: UUID) throws(KeychainError) {
        guard data.count <= AttachmentChunks.size, number < AttachmentChunks.count(of: Self.mostAttachment) else {
            throw .tooLargeAttachment
        }
        try change { transaction in try transaction.addChunk(data, number: number, of: attachment) }
    }

    /// Stores items whose files are staged.
    ///
    /// - Parameter staged: the files, with the number of their chunks.
    package func bring(
        staged items: [(item: VaultItem, replaces: Date?)], with staged: [UUID: Int]
    ) throws(KeychainError) {
        try change { transaction in
            var left = staged
            for (item, replaced) in items { try transaction.bring(item, replacing: replaced, with: &left) }
        }
    }

    /// Removes files that no item has.
    package func removeStaged(_ staged: [UUID: Int]) throws(KeychainError) {
        try change(erases: true) { transaction in
            for (id, count) in staged { try transaction.removeChunks(of: id, count: count) }
        }
    }
}

extension VaultTransaction {
    /// Adds an item with the dates and the history that it has, or puts it in the place of a version of it.
    ///
    /// - Parameter staged: the files that have come and that no item has, with the number of their chunks.
    fileprivate mutating func bring(_ item: VaultItem, replacing date: Date?, with staged: inout [UUID: Int]) throws {
        var item = item
        item.history = Array(item.history.prefix(Vault.mostHistory))
        if item.trashed != nil, item.trashedGeneration == 0 { item.trashedGeneration = generation }
        guard let date else {
            try takeFiles(of: item, known: [], from: &staged)
            return try add(item)
        }
        let (stored, page) = try self.item(item.id)
        guard stored.changed.microseconds == date.microseconds else {
            throw KeychainError(
                .parameter, "an item was changed by another program while it was imported", remedy: "import again")
        }
        try takeFiles(of: item, known: Set(stored.attachments.map(\.id)), from: &staged)
        // It identifies the version: never the one that is replaced, nor an earlier one.
        item.changed = max(item.changed, stored.nextChangeDate(after: stored.changed))
        try replace(item, page: page)
    }

    /// An item must not name another's file, nor one that is not there as a whole.
    private func takeFiles(of item: VaultItem, known: Set<UUID>, from staged: inout [UUID: Int]) throws {
        for file in item.attachments where !known.contains(file.id) {
            guard staged.removeValue(forKey: file.id) ?? 0 == AttachmentChunks.count(of: file.size) else {
                throw KeychainError(.parameter, "a file of an item has not arrived")
            }
        }
    }

    func removeChunks(of attachment: UUID, count: Int) throws {
        for chunk in 0..<count {
            try rows.delete(VaultRows.query(.attachment, VaultRows.account(of: attachment, chunk: chunk)))
        }
    }
}

extension KeychainError {
    static var tooLargeAttachment: KeychainError {
        KeychainError(
            .parameter, "an attachment has at most \(Vault.mostAttachment >> 20) MiB",
            remedy: "encrypt it on its own: chatelaine protect")
    }
}

/// The error of a caller's function within a transaction, which ends with a keychain's error.
private final class Cause {
    private(set) var error: (any Error)?

    func keep<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            self.error = error
            throw error
        }
    }
}

/// Runs `body`, and throws the error that it has kept if there is one.
private func keepingCause(_ body: (Cause) throws(KeychainError) -> Void) throws {
    let cause = Cause()
    do { try body(cause) } catch { throw cause.error ?? error }
}
