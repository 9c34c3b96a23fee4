import ArgumentParser
import Glibc
import KeychainServices

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Removes items.",
        discussion: """
            Asks first if more than one item matches; without a terminal it then needs --yes.

            Examples:
              chatelaine rm mail.example.com alice
              chatelaine rm --server www.example.com --yes
            """
    )

    @Argument(help: "The service.", completion: KeychainCompletion.services) var service: String?
    @Argument(help: "The account.", completion: KeychainCompletion.accounts) var account: String?
    @Flag(name: .shortAndLong, help: "Remove everything that matches without asking.") var yes = false
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var access: KeychainOptions

    func run() throws {
        let queries = try selection.queries(service: service, account: account, group: access.group)
        guard selection.itemClass != nil || queries.contains(where: { !$0.attributes.isEmpty }) else {
            throw Failure.usage("no item was given", remedy: "name one: chatelaine rm SERVICE ACCOUNT")
        }
        let session = try Session(access, seeingAllGroups: true)
        guard !yes else { return try removeAll(queries, in: session) }
        let items = try Selection.existing(session.perform { try $0.items(matching: queries) })
        if items.count > 1 { try confirm(items) }
        try session.change { keychain in
            for item in items { _ = try keychain.delete(Query(item.persistentReference)) }
        }
    }

    /// Removes the items without reading them, which works while the keychain is locked.
    private func removeAll(_ queries: [Query], in session: Session) throws {
        var count = 0
        try session.change { keychain in
            count = try queries.reduce(0) { try $0 + keychain.delete($1) }
        }
        guard count > 0 else { throw Failure(.itemNotFound, "no item matches") }
    }

    private func confirm(_ items: [Item]) throws {
        guard let terminal = Terminal() else {
            throw Failure(
                .failed, "\(items.count) items match, and there is no terminal to ask on",
                remedy: "name one of them, or remove them all with --yes")
        }
        StandardStreams.complain(ItemTable(for: STDERR_FILENO).lines(items))
        guard try terminal.agrees(to: "Remove these \(items.count) items?") else {
            throw Failure(.cancelled, "nothing was removed", remedy: "name fewer of them, or answer with y")
        }
    }
}
