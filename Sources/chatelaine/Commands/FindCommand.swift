import ArgumentParser
import KeychainServices

struct FindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Lists items that contain a text, without their secrets.",
        discussion: """
            Looks at every attribute that is text, upper and lower case being the same. Options narrow it down, and match as a \
            whole. Ends with 44 if nothing is found.

            Examples:
              chatelaine find example.com
              chatelaine find --account alice --class internet
            """
    )

    @Argument(help: "The text to look for.") var text: String?
    @Flag(help: .json) var json = false
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var access: KeychainOptions

    func run() throws {
        let queries = try selection.queries(group: access.group)
        let found = try Session(access, seeingAllGroups: true).perform {
            try $0.itemsThatAskForNobody(matching: queries)
        }
        let items = try Selection.existing(found.filter(containsText))
        try json ? StandardStreams.print(ItemJSON.text(items)) : StandardStreams.write(ItemTable().lines(items))
    }

    private func containsText(_ item: Item) -> Bool {
        guard let text = text?.lowercased() else { return true }
        return item.attributes.contains { key, value in
            switch value {
            case .string, .data: AttributeText.text(value, of: key).lowercased().contains(text)
            default: false
            }
        }
    }
}
