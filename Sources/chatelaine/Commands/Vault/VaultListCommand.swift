import ArgumentParser
import LinuxSupport
import PasswordVault

/// The options that filter the items of a vault.
struct VaultFilterOptions: ParsableArguments {
    @Option(
        help: "One kind only: \(ItemKind.all.map(\.name).joined(separator: ", ")).",
        completion: .list(ItemKind.all.map(\.name)), transform: KindArgument.parse)
    var kind: ItemKind?
    @Option(help: "Items with this tag only.") var tag: String?
    @Flag(help: "Favourites only.") var favourites = false
    @Flag(help: "What was archived.") var archived = false
    @Flag(help: "What is in the trash.") var trash = false
    @Flag(help: "Archived ones too.") var all = false

    func validate() throws {
        guard [archived, trash, all].count(where: { $0 }) < 2 else {
            throw ValidationError("--archived, --trash and --all exclude each other.")
        }
    }

    var filter: VaultFilter {
        let place: VaultFilter.Place? = all ? nil : archived ? .archive : trash ? .trash : .active
        return VaultFilter(place: place, kind: kind, tag: tag, onlyFavourites: favourites)
    }
}

/// A kind of item as an argument.
enum KindArgument {
    static func parse(_ name: String) throws -> ItemKind {
        guard let kind = ItemKind.named(name) else {
            throw ValidationError(
                "There is no kind “\(name)”; there are \(ItemKind.all.map(\.name).joined(separator: ", ")).")
        }
        return kind
    }
}

struct VaultListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists items, without their secrets.",
        discussion: """
            If standard output is not a terminal, each line has id, kind, title, name, tags and date, separated by tabs.

            If a part of the vault is damaged, the items that are left are listed, the error says so, and the command ends with 65.

            Examples:
              chatelaine vault list
              chatelaine vault list --kind card --favourites
              chatelaine vault list --trash --json
            """
    )

    @OptionGroup var filter: VaultFilterOptions
    @Flag(help: "The tags in use, in place of items.") var tags = false
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        let vault = try VaultSession.unlocked(options).vault
        guard !tags else {
            let tags = try vault.tags()
            let completeness = try ListCompleteness(of: vault)
            try json
                ? VaultJSON.print([("tags", .array(tags.map(JSONText.string))), completeness.member])
                : StandardStreams.write(tags.map { UntrustedText.forTerminal($0) + "\n" }.joined())
            return try completeness.check()
        }
        try OverviewOutput.print(vault.overviews(filter.filter, limit: .max), of: vault, json: json)
    }
}

struct VaultSearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Lists the items that have all words in title, username, websites or tags.",
        discussion: """
            Upper and lower case are the same, and so are letters with and without accents. The best come first. Ends with 44 if \
            nothing is found.

            Examples:
              chatelaine vault search bank
              chatelaine vault search maria example --kind login
            """
    )

    @Argument(help: "The words.") var words: [String]
    @Option(help: "How many at most.") var limit: Int?
    @OptionGroup var filter: VaultFilterOptions
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit is 1 or more.") }
    }

    func run() throws {
        let vault = try VaultSession.unlocked(options).vault
        let found = try vault.search(words.joined(separator: " "), filter.filter, limit: limit ?? .max)
        guard !found.isEmpty else {
            try ListCompleteness(of: vault).check()
            throw Failure(
                .itemNotFound, "nothing in the vault has these words",
                remedy: "try fewer of them, or look into archive and trash: --all, --trash")
        }
        try OverviewOutput.print(found, of: vault, json: json)
    }
}

enum OverviewOutput {
    /// Prints a list, also one that lacks items.
    ///
    /// - Throws: afterwards, if it does.
    static func print(_ overviews: [Overview], of vault: any VaultService, json: Bool) throws {
        let completeness = try ListCompleteness(of: vault)
        try json
            ? VaultJSON.print([("items", .array(overviews.map(VaultJSON.overview))), completeness.member])
            : StandardStreams.write(OverviewTable.text(overviews))
        try completeness.check()
    }
}
