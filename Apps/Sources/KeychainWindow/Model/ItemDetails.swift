import AgentClient
import Foundation
import KeychainServices

/// An item as its pane shows it.
struct ItemDetails: Sendable {
    let keychain: OwnerKeychain
    /// With its attributes, and no secret.
    let item: Item
    /// Of a certificate: what is in it.
    let certificate: CertificateDetails?
    /// Of a key: its public half.
    let key: KeyDetails?

    var reference: PersistentReference { item.persistentReference }
    var isPassword: Bool { item.itemClass == .genericPassword || item.itemClass == .internetPassword }

    /// Reads an item. Blocks.
    ///
    /// - Throws: `.itemNotFound`.
    init(_ reference: PersistentReference, in keychain: OwnerKeychain) throws {
        // The data of a certificate is public.
        let parts: ItemParts = reference.itemClass == .certificate ? [.attributes, .data] : .attributes
        guard let item = try keychain.keychain.items(matching: Query(reference), reading: parts).first else {
            throw KeychainError(.itemNotFound, "the item is no longer there")
        }
        (self.item, self.keychain) = (item, keychain)
        certificate = item.data.flatMap { item.itemClass == .certificate ? CertificateDetails($0, in: keychain) : nil }
        key = item.itemClass == .key ? KeyDetails(item, in: keychain) : nil
    }
}
