import ArgumentParser
import KeychainServices

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows every attribute of items, without their secrets.",
        discussion: """
            Ends with 44 if nothing matches.

            Examples:
              chatelaine show mail.example.com alice
              chatelaine show --class certificate --label "Example CA" --json
            """
    )

    @Argument(help: "The service.", completion: KeychainCompletion.services) var service: String?
    @Argument(help: "The account.", completion: KeychainCompletion.accounts) var account: String?
    @Flag(help: .json) var json = false
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var access: KeychainOptions

    func run() throws {
        let queries = try selection.queries(service: service, account: account, group: access.group)
        let items = try Selection.existing(
            Session(access, seeingAllGroups: true).perform { try $0.items(matching: queries) })
        try json ? StandardStreams.print(ItemJSON.text(items)) : StandardStreams.write(ItemTable().blocks(items))
    }
}
