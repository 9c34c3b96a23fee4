import Foundation
import KeychainServices
import PasswordVault

/// The content of an attachment of a vault, read when it is written.
public struct StoredAttachment: AttachmentContent {
    private let vault: any VaultService
    private let item: UUID
    private let id: UUID
    /// The size in bytes.
    public let size: Int

    /// Reads the attachment and passes it on.
    public func read(_ body: (Data) throws -> Void) throws {
        var cause: (any Error)?
        do {
            try vault.readAttachment(id, of: item) { data throws(KeychainError) in
                do { try body(data) } catch {
                    cause = error
                    throw KeychainError(.io, "the attachment could not be written")
                }
            }
        } catch { throw cause ?? error }
    }
}

extension StoredAttachment {
    fileprivate init(_ attachment: Attachment, of item: UUID, in vault: any VaultService) {
        (self.vault, self.item, id, size) = (vault, item, attachment.id, attachment.size)
    }
}

extension ExportedItem {
    /// Returns the items of a vault that pass a filter, with their attachments.
    ///
    /// - Parameters:
    ///   - vault: the vault, unlocked.
    ///   - filter: the filter; all but the trash unless another is given.
    ///   - progress: receives the part that is done, from 0 to 1; an error that it throws ends the work.
    public static func all(
        of vault: any VaultService, _ filter: VaultFilter = VaultFilter(place: nil),
        progress: (Double) throws -> Void = { _ in }
    ) throws -> [ExportedItem] {
        let overviews = try vault.overviews(filter, limit: .max)
        return try overviews.enumerated().map { number, overview in
            let item = try vault.item(overview.id)
            try progress(Double(number) / Double(overviews.count))
            return ExportedItem(
                item,
                attachments: item.attachments.map {
                    ImportedAttachment(
                        name: $0.name, mediaType: $0.mediaType,
                        content: StoredAttachment($0, of: item.id, in: vault))
                })
        }
    }
}
