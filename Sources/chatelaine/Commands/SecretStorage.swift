import Foundation
import KeychainServices

/// The work of `chatelaine set`, without its arguments.
struct SecretStorage {
    let service: String
    let account: String
    /// The access group; `nil` for an existing item in any group, and for the default group of a new item.
    var group: String?
    /// Attributes for a new item, which an existing item gets as well.
    var attributes = Attributes()

    func run(in session: Session) throws {
        try session.unlockIfNeeded()
        let secret = try SecretSource.newSecret("Password for \(account) at \(service): ")
        try session.perform { try store(secret, in: $0) }
    }

    private func store(_ secret: Data, in keychain: Keychain) throws {
        var query = Query(
            .genericPassword, [.service: .string(service), .account: .string(account)], synchronizable: .any)
        if let group { query.attributes[.accessGroup] = .string(group) }
        let changes = Changes(attributes, data: .replace(secret))
        if let item = try Selection.preferred(keychain.items(matching: query)) {
            _ = try keychain.update(Query(item.persistentReference), with: changes)
            return
        }
        query.attributes[.accessGroup] = .string(group ?? Session.defaultGroup)
        let item = NewItem(.genericPassword, query.attributes.merging(attributes), data: secret)
        do throws(KeychainError) {
            try keychain.add(item)
        } catch {
            guard error.code == .duplicateItem else { throw error }
            // Another process added the item between the search and the addition.
            _ = try keychain.update(query, with: changes)
        }
    }
}

extension SecretStorage: PlainCommand {
    static let plainName = "set"

    init(plainService service: String, account: String) {
        self.init(service: service, account: account)
    }
}
