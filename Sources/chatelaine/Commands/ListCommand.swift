import ArgumentParser
import KeychainServices

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists items, without their secrets.",
        discussion: """
            Items that ask for a finger, the passcode or a password of their own are left out; “chatelaine status” counts them.

            If standard output is not a terminal, the columns are separated by tabs and have no titles.

            Examples:
              chatelaine list
              chatelaine list --class internet --server www.example.com
              chatelaine list --group com.example.mail --json
            """
    )

    @Flag(help: .json) var json = false
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var access: KeychainOptions

    func run() throws {
        let queries = try selection.queries(group: access.group)
        let items = try Session(access, seeingAllGroups: true).perform {
            try $0.itemsThatAskForNobody(matching: queries)
        }
        try json ? StandardStreams.print(ItemJSON.text(items)) : StandardStreams.write(ItemTable().lines(items))
    }
}
