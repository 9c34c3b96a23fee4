import ArgumentParser
import Foundation
import KeychainServices

struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Stores or replaces a generic password.",
        discussion: """
            The password is asked for twice on a terminal. Otherwise it is all of standard input less one newline at its end, \
            16 MiB at most. If an item with that service and account exists, in whatever group, it gets the new password; \
            where there are several, --group says which.

            Examples:
              chatelaine set mail.example.com alice
              chatelaine generate | chatelaine set mail.example.com alice
              chatelaine set backup key < key.bin
              chatelaine set mail alice --attr accessible=after-first-unlock
            """
    )

    @Argument(help: "What the password is for.") var service: String
    @Argument(help: "Whose it is.") var account: String
    /// Taken so that the parser does not repeat what might be a secret.
    @Argument(help: .hidden) var surplus: [String] = []
    @Option(name: .shortAndLong, help: "The label.") var label: String?
    @Option(
        name: .customLong("attr"), help: .repeated("A further attribute and its value."),
        transform: AttributeArgument.parse)
    var attributes: [AttributeArgument] = []
    @OptionGroup var access: KeychainOptions

    func run() throws {
        guard surplus.isEmpty else {
            throw Failure.usage(
                "there are more arguments than a service and an account, and a secret is never an argument",
                remedy: "leave it out: it is asked for, or read from standard input")
        }
        var given = Attributes()
        if let label { given[.label] = .string(label) }
        for argument in attributes { given[argument.key] = try argument.newValue(in: .genericPassword) }
        let session = try Session(access)
        try session.unlockIfNeeded()
        let secret = try SecretSource.newSecret("Password for \(account) at \(service): ")
        let replaced = try session.perform { try store(secret, with: given, in: $0) }
        // The old password is to be gone from the log as well. A new one alone leaves nothing to clear away.
        if replaced { session.keychain.close() }
    }

    /// Returns whether there was another password before.
    private func store(_ secret: Data, with given: Attributes, in keychain: Keychain) throws -> Bool {
        var query = Query(
            .genericPassword, [.service: .string(service), .account: .string(account)], synchronizable: .any)
        if let group = access.group { query.attributes[.accessGroup] = .string(group) }
        let changes = Changes(given, data: .replace(secret))
        if let item = try Selection.preferred(keychain.items(matching: query)) {
            _ = try keychain.update(Query(item.persistentReference), with: changes)
            return true
        }
        query.attributes[.accessGroup] = .string(access.group ?? Session.defaultGroup)
        let item = NewItem(.genericPassword, query.attributes.merging(given), data: secret)
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
