import ArgumentParser
import KeychainServices

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Changes attributes or the secret of an item.",
        discussion: """
            Service, account and options select, as in “show”. More than one item is changed only with --all.

            Examples:
              chatelaine edit mail.example.com alice --set label="Work mail"
              chatelaine edit --server www.example.com --account alice --secret
              chatelaine edit --server www.example.com --secret-part notes < notes.txt
            """
    )

    @Argument(help: "The service.", completion: KeychainCompletion.services) var service: String?
    @Argument(help: "The account.", completion: KeychainCompletion.accounts) var account: String?
    @Option(
        name: .customLong("set"), help: .repeated("An attribute and its new value."),
        completion: KeychainCompletion.attributes,
        transform: AttributeArgument.parse)
    var changed: [AttributeArgument] = []
    @Flag(help: "Ask for a new secret, or take it from standard input.") var secret = false
    @Option(help: "Ask for a further secret part: notes, history, client-data-0 to client-data-3.")
    var secretPart: String?
    @Flag(help: "Change every item that matches.") var all = false
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var access: KeychainOptions

    func run() throws {
        guard !changed.isEmpty || secret || secretPart != nil else {
            throw Failure.usage(
                "no change was given", remedy: "add --set NAME=VALUE, --secret or --secret-part NAME")
        }
        guard !secret || secretPart == nil else {
            throw Failure.usage("only one secret can be changed at a time", remedy: "run it twice")
        }
        let part = try secretPart.map(SecretPart.parse)
        let queries = try selection.queries(service: service, account: account, group: access.group)
        let session = try Session(access, seeingAllGroups: true)
        try session.unlockIfNeeded()
        let found = try Selection.existing(session.perform { try $0.items(matching: queries) })
        let items = all ? found : [try Selection.preferred(found)].compactMap { $0 }
        let changes = try items.map { try (Query($0.persistentReference), attributes(for: $0.itemClass)) }
        let newSecret = secret || part != nil ? try SecretSource.newSecret("New secret: ") : nil
        try session.change { keychain in
            for (query, attributes) in changes {
                var change = Changes(attributes)
                if let newSecret, let part { change.secretAttributes[part] = .data(newSecret) }
                if let newSecret, part == nil { change.data = .replace(newSecret) }
                _ = try keychain.update(query, with: change)
            }
        }
    }

    private func attributes(for itemClass: ItemClass) throws -> Attributes {
        var result = Attributes()
        for argument in changed { result[argument.key] = try argument.newValue(in: itemClass) }
        return result
    }
}
