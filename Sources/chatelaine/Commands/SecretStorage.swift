import Foundation
import KeychainServices

/// What `chatelaine set` does, apart from its arguments.
struct SecretStorage {
    let service: String
    let account: String
    /// Nil: wherever such an item is, and the usual group for a new one.
    var group: String?
    /// Attributes that a new item gets, and an old one as well.
    var attributes = Attributes()

    func run(in session: Session) throws {
        try session.unlockIfNeeded()
        let secret = try SecretSource.newSecret("Password for \(account) at \(service): ")
        let replaced = try session.perform { try store(secret, in: $0) }
        // The old password is to be gone from the log as well. A new one alone leaves nothing to clear away.
        if replaced { session.keychain.close() }
    }

    /// Returns whether there was another password before.
    private func store(_ secret: Data, in keychain: Keychain) throws -> Bool {
        var query = Query(
            .genericPassword, [.service: .string(service), .account: .string(account)], synchronizable: .any)
        if let group { query.attributes[.accessGroup] = .string(group) }
        let changes = Changes(attributes, data: .replace(secret))
        if let item = try Selection.preferred(keychain.items(matching: query)) {
            _ = try keychain.update(Query(item.persistentReference), with: changes)
            return true
        }
        query.attributes[.accessGroup] = .string(group ?? Session.defaultGroup)
        let item = NewItem(.genericPassword, query.attributes.merging(attributes), data: secret)
        do throws(KeychainError) {
            try keychain.add(item)
            return false
        } catch {
            guard error.code == .duplicateItem else { throw error }
            // Somebody else was faster between the search and the addition.
            _ = try keychain.update(query, with: changes)
            return true
        }
    }
}

extension SecretStorage: PlainCommand {
    static let plainName = "set"

    init(plainService service: String, account: String) {
        self.init(service: service, account: account)
    }
}
