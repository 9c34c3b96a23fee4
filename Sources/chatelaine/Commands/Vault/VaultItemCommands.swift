import ArgumentParser
import Foundation
import LinuxSupport
import PasswordVault

/// The items to which a command applies one operation.
struct VaultItemsOptions: ParsableArguments {
    @Argument(help: "The items' titles, words of them, or ids.", completion: VaultCompletion.items) var items: [String]
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    /// Applies `body` to each item, after all have been found.
    ///
    /// - Parameters:
    ///   - place: the place in which items are looked up by title.
    ///   - done: the word for the result, such as “restored”.
    func perform(
        in place: VaultFilter.Place?, done: String, _ body: (any VaultService, UUID) throws -> Void
    ) throws {
        let vault = try VaultSession.unlocked(options).vault
        let found = try items.map { try ItemFinder.item($0, in: vault, place: place, isChange: true) }
        for item in found {
            try body(vault, item.id)
            if !json { StandardStreams.complain("\(done): \(UntrustedText.forTerminal(item.title))\n") }
        }
        guard json else { return }
        let list = found.map { item in
            JSONText.object([("id", .string(item.id.text)), ("title", .string(item.title))])
        }
        try VaultJSON.print([("done", .string(done)), ("items", .array(list))])
    }
}

struct VaultRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Puts items into the trash.",
        discussion: """
            They stay there for \(Vault.trashDays) days; “restore” gets them back, “purge” removes them permanently.

            Example:
              chatelaine vault rm "Old forum"
            """
    )

    @OptionGroup var items: VaultItemsOptions

    func run() throws { try items.perform(in: nil, done: "in the trash") { try $0.trash($1) } }
}

struct VaultRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Gets items out of the trash.",
        discussion: """
            Example:
              chatelaine vault restore "Old forum"
            """
    )

    @OptionGroup var items: VaultItemsOptions

    func run() throws { try items.perform(in: .trash, done: "restored") { try $0.restore($1) } }
}

struct VaultArchiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: "Archives items, or restores archived items.",
        discussion: """
            Examples:
              chatelaine vault archive "Old job"
              chatelaine vault archive "Old job" --undo
            """
    )

    @Flag(help: "Restore them from the archive.") var undo = false
    @OptionGroup var items: VaultItemsOptions

    func run() throws {
        try items.perform(in: undo ? .archive : .active, done: undo ? "no longer archived" : "archived") {
            try $0.archive($1, !undo)
        }
    }
}

struct VaultPurgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Permanently removes items from the trash, with their history and attachments.",
        discussion: """
            Asks first; without a terminal it needs --yes.

            Examples:
              chatelaine vault purge "Old forum"
              chatelaine vault purge --all --yes
            """
    )

    @Argument(help: "The items' titles, words of them, or ids.", completion: VaultCompletion.items) var items:
        [String] = []
    @Flag(help: "Everything that is in the trash.") var all = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func validate() throws {
        guard items.isEmpty == all else { throw ValidationError("Name items of the trash, or say --all.") }
    }

    func run() throws {
        let vault = try VaultSession.unlocked(options).vault
        var count = 0
        if all {
            let found = try vault.overviews(VaultFilter(place: .trash), limit: .max)
            if !found.isEmpty { try confirm(found.map(\.title)) }
            count = found.isEmpty ? 0 : try vault.emptyTrash()
        } else {
            let found = try items.map { try ItemFinder.item($0, in: vault, place: .trash, isChange: true) }
            try confirm(found.map(\.title))
            for item in found { try vault.purge(item.id) }
            count = found.count
        }
        guard !json else { return try VaultJSON.print([("done", .string("removed")), ("count", .number(count))]) }
        StandardStreams.complain("removed permanently: \(count)\n")
    }

    private func confirm(_ titles: [String]) throws {
        guard !yes else { return }
        guard let terminal = Terminal() else {
            throw Failure(
                .usage, "purged items cannot be restored, and there is no terminal to ask on",
                remedy: "if you mean it, add --yes")
        }
        let shown = titles.prefix(10).map { "“\(UntrustedText.forTerminal($0))”" }.joined(separator: ", ")
        let rest = titles.count > 10 ? " and \(titles.count - 10) more" : ""
        guard try terminal.agrees(to: "Permanently remove \(shown)\(rest)?") else {
            throw Failure(.cancelled, "nothing was removed", remedy: "answer with y, or get items back with: restore")
        }
    }
}

struct VaultDuplicateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicate",
        abstract: "Makes a copy of an item, without its history and attachments.",
        discussion: """
            Example:
              chatelaine vault duplicate "My bank" --title "My bank, joint account"
            """
    )

    @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
    @Option(help: "The copy's title.") var title: String?
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        guard title != "" else { throw Failure.usage("the title is empty", remedy: "give the copy another") }
        let vault = try VaultSession.unlocked(options).vault
        let item = try ItemFinder.item(item, in: vault)
        let copy = try vault.duplicate(item.id, title: title ?? "\(item.title) (copy)")
        guard !json else { return try VaultJSON.print(done: "duplicated", copy) }
        StandardStreams.complain("added \(UntrustedText.forTerminal(copy.title)) (\(copy.id.text))\n")
    }
}

struct VaultMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Moves an item with everything in it to another vault.",
        discussion: """
            Takes both master passwords; with --password-stdin they are the first two lines.

            Example:
              chatelaine vault move "My bank" --vault personal --to family
            """
    )

    @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
    @Option(help: "The other vault.", completion: VaultCompletion.vaults) var to: String
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        let session = try VaultSession.unlocked(options)
        let item = try ItemFinder.item(item, in: session.vault, isChange: true)
        let other = try session.otherVault(named: to)
        try session.vault.move(item.id, toVault: other.name)
        guard !json else { return try VaultJSON.print(done: "moved", item) }
        StandardStreams.complain(
            "moved to \(UntrustedText.forTerminal(to)): \(UntrustedText.forTerminal(item.title))\n")
    }
}
