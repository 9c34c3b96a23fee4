import Foundation
import KeychainServices

/// The chunks in which the rows of a vault store the content of attachments.
enum AttachmentChunks {
    /// The size of a full chunk in bytes.
    static let size = 1 << 20

    static func count(of size: Int) -> Int { size <= 0 ? 0 : (size - 1) / Self.size + 1 }
}

extension Vault {
    /// The maximum size of an attached file in bytes.
    public static let mostAttachment = 64 << 20

    /// Attaches a file to an item.
    ///
    /// - Parameters:
    ///   - id: the item.
    ///   - name: the file name; leading directories are removed.
    ///   - mediaType: the media type of the content (RFC 6838); empty if not known.
    ///   - read: returns the next bytes of the content, at most the given number, and none at its end. While it is called, no other thread
    ///     or process can write to the vault.
    /// - Throws: `.parameter` if there are more than ``mostAttachment`` bytes; errors of `read`.
    @discardableResult
    public func attach(
        to id: UUID, name: String, mediaType: String = "", reading read: (_ atMost: Int) throws -> Data
    ) throws(KeychainError) -> Attachment {
        try change { transaction in
            var (item, page) = try transaction.item(id)
            let new = UUID()
            let size = try Self.copy(read) { data, number in try transaction.addChunk(data, number: number, of: new) }
            let name = name.split(separator: "/").last.map(String.init) ?? "attachment"
            let attachment = Attachment(
                id: new, name: name, mediaType: mediaType, size: size, added: transaction.now)
            item.attachments.append(attachment)
            item.changed = item.nextChangeDate(after: transaction.now)
            try transaction.replace(item, page: page)
            return attachment
        }
    }

    /// Passes content on in chunks, all but the last of them full, and returns its length.
    private static func copy(
        _ read: (Int) throws -> Data, to write: (_ chunk: Data, _ number: Int) throws -> Void
    ) throws -> Int {
        var (size, number, pending) = (0, 0, Data())
        defer { pending.wipe() }
        while true {
            let part = try read(AttachmentChunks.size - pending.count)
            guard part.count <= AttachmentChunks.size - pending.count else { throw ItemCoding.damaged }
            size += part.count
            guard size <= mostAttachment else { throw KeychainError.tooLargeAttachment }
            pending.append(part)
            guard pending.count == AttachmentChunks.size || (part.isEmpty && !pending.isEmpty) else {
                if part.isEmpty { return size }
                continue
            }
            try write(pending, number)
            number += 1
            pending.wipe()
            pending.removeAll(keepingCapacity: true)
        }
    }

    /// Reads an attachment chunk by chunk.
    ///
    /// - Parameters:
    ///   - attachmentID: the attachment.
    ///   - id: the item.
    ///   - write: receives the next bytes.
    /// - Throws: `.itemNotFound`; `.decode` if it is damaged; errors of `write`.
    public func readAttachment(
        _ attachmentID: UUID, of id: UUID, to write: (Data) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        guard let attachment = try item(id).attachments.first(where: { $0.id == attachmentID }) else {
            throw KeychainError(.itemNotFound, "the item has no such attachment")
        }
        var left = attachment.size
        for chunk in 0..<AttachmentChunks.count(of: attachment.size) {
            let data = try content(of: attachment, chunk: chunk)
            guard data.count == min(left, AttachmentChunks.size) else { throw ItemCoding.damaged }
            left -= data.count
            try write(data)
        }
    }

    /// Returns one chunk of an attachment: all but the last have 1 MiB.
    ///
    /// - Throws: as ``readAttachment(_:of:to:)``.
    package func chunk(_ number: Int, ofAttachment attachmentID: UUID, of id: UUID) throws(KeychainError) -> Data {
        guard let attachment = try item(id).attachments.first(where: { $0.id == attachmentID }),
            (0..<AttachmentChunks.count(of: attachment.size)).contains(number)
        else { throw KeychainError(.itemNotFound, "the item has no such attachment") }
        return try content(of: attachment, chunk: number)
    }

    func content(of attachment: Attachment, chunk: Int) throws(KeychainError) -> Data {
        let rows = try keychain.items(
            matching: VaultRows.query(.attachment, VaultRows.account(of: attachment.id, chunk: chunk)), reading: .data,
            with: Authentication())
        guard let data = rows.first?.data else { throw ItemCoding.damaged }
        return data
    }

    /// Removes an attachment permanently.
    ///
    /// - Throws: `.itemNotFound`.
    public func removeAttachment(_ attachmentID: UUID, of id: UUID) throws(KeychainError) {
        try change(erases: true) { transaction in
            var (item, page) = try transaction.item(id)
            guard let index = item.attachments.firstIndex(where: { $0.id == attachmentID }) else {
                throw KeychainError(.itemNotFound, "the item has no such attachment")
            }
            try transaction.removeContent(of: item.attachments.remove(at: index))
            item.changed = item.nextChangeDate(after: transaction.now)
            try transaction.replace(item, page: page)
        }
    }
}
