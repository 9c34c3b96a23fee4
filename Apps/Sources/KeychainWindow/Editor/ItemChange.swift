import AgentClient
import Foundation
import KeychainServices

/// What a form has been filled in with: a new item, or a change of one.
struct ItemChange: Sendable {
    enum What: Sendable {
        case add(NewItem)
        case update(PersistentReference, Changes)
    }

    let keychain: OwnerKeychain
    let what: What
    /// What the user has shown for the item that is changed.
    var proof: AuthenticationContext?

    /// Stores it. Blocks.
    ///
    /// - Returns: the item, and the change that undoes this one; `nil` for a new item, which can be deleted, and where what was there before
    ///   cannot be read.
    func perform() throws -> (PersistentReference, ItemChange?) {
        switch what {
        case .add(let item): return (try keychain.keychain.add(item).persistentReference, nil)
        case .update(let reference, let changes):
            let before = try self.before(reference, changes)
            let changed = try keychain.keychain.update(
                Query(reference), with: changes, authentication: Authentication(proof))
            guard changed > 0 else {
                throw KeychainError(.itemNotFound, "the item is no longer there")
            }
            return (
                reference, before.map { ItemChange(keychain: keychain, what: .update(reference, $0), proof: proof) }
            )
        }
    }

    /// The values that a change replaces.
    private func before(_ reference: PersistentReference, _ changes: Changes) throws -> Changes? {
        var parts = ItemParts.attributes
        if case .replace = changes.data { parts.insert(.data) }
        // An item that would ask the user has no undo.
        let found = try? keychain.keychain.items(
            matching: Query(reference), reading: parts, with: Authentication(proof, interaction: .fail))
        guard let item = found?.first else { return nil }
        var attributes = Attributes()
        for (key, _) in changes.attributes { attributes[key] = item[key] ?? .string("") }
        guard case .replace = changes.data else { return Changes(attributes) }
        return item.data.map { Changes(attributes, data: .replace($0)) }
    }
}
