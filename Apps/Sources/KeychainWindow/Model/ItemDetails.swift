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
    /// What the user has shown for this item, for as long as it is open; `nil` for an item that was not asked for.
    let proof: AuthenticationContext?

    var reference: PersistentReference { item.persistentReference }
    var isPassword: Bool { item.itemClass == .genericPassword || item.itemClass == .internetPassword }

    /// For operations on the item that may ask the user.
    var authentication: Authentication { Authentication(proof) }

    /// Reads an item. Blocks.
    ///
    /// - Parameters:
    ///   - proof: of an item that asks before anything of it is read: what the user has shown for it. Without any the item is withheld.
    ///   - asks: whether the user is asked for what is missing.
    /// - Throws: `.itemNotFound`; the error of the authentication.
    init(
        _ reference: PersistentReference, in keychain: OwnerKeychain, _ proof: AuthenticationContext? = nil,
        asks: Bool = false
    ) throws {
        // The data of a certificate is public.
        let parts: ItemParts = reference.itemClass == .certificate ? [.attributes, .data] : .attributes
        let authentication = Authentication(proof, interaction: asks ? .allow : .withhold)
        let found = try keychain.keychain.items(matching: Query(reference), reading: parts, with: authentication)
        guard let item = found.first else { throw KeychainError(.itemNotFound, "the item is no longer there") }
        (self.item, self.keychain, self.proof) = (item, keychain, proof)
        certificate = item.data.flatMap { item.itemClass == .certificate ? CertificateDetails($0, in: keychain) : nil }
        key = item.itemClass == .key && !item.isWithheld ? KeyDetails(item, in: keychain, authentication) : nil
    }
}
