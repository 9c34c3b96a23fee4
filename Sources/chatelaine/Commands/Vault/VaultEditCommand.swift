import ArgumentParser
import Foundation
import LinuxSupport
import PasswordVault

struct VaultEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Changes an item, field by field or in an editor.",
        discussion: """
            With nothing that says what to change, the item is written to a private file in memory, and $VISUAL, $EDITOR, or the \
            system's editor opens it; share/doc/chatelaine/vault.md says what is in the file, and what editors leave behind. Fields and secrets are \
            given as for “add”. Secrets that are changed go to the item's history.

            Examples:
              chatelaine vault edit "My bank"
              chatelaine vault edit "My bank" username=maria.muster --tag money --favourite
              chatelaine vault edit "My bank" --generate --words 5
              chatelaine vault edit "My bank" --secret PIN < pin.txt
              chatelaine vault edit "My bank" --remove PIN
            """
    )

    @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
    @Argument(help: "Fields as NAME=VALUE.", completion: VaultCompletion.assignments) var fields: [String] = []
    @Option(help: .repeated("A tag to add.", "tag")) var tag: [String] = []
    @Option(help: .repeated("A tag to remove.", "tag")) var removeTag: [String] = []
    @Option(help: .repeated("A website to remove.", "website")) var removeWebsite: [String] = []
    @Option(
        help: .repeated("A field to remove; “notes” for the notes.", "field"), completion: VaultCompletion.fields)
    var remove: [String] = []
    @Flag(inversion: .prefixedNo, help: "Put it among the favourites, or take it from there.") var favourite: Bool?
    @OptionGroup var secrets: ItemSecretOptions
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        let changes = try fields.map(FieldArgument.parse)
        let isByField =
            !changes.isEmpty || !tag.isEmpty || !removeTag.isEmpty || !removeWebsite.isEmpty || !remove.isEmpty
            || favourite != nil || secrets.isGiven
        let vault = try VaultSession.unlocked(options).vault
        let stored = try ItemFinder.item(item, in: vault, isChange: true)
        guard isByField else {
            let edited = try ItemEditing(vault).edit(stored)
            return try report(edited, from: stored)
        }
        var edited = stored
        for change in changes { try change.apply(to: &edited) }
        try removeParts(of: &edited)
        tag.forEach { edited.add(tag: $0) }
        edited.isFavourite = favourite ?? edited.isFavourite
        try secrets.apply(to: &edited)
        guard !edited.title.isEmpty else { throw Failure.usage("an item has a title", remedy: "give it another") }
        try report(edited == stored ? stored : vault.save(edited), from: stored)
    }

    private func report(_ item: VaultItem, from stored: VaultItem) throws {
        let isSame = item.changed == stored.changed
        guard !json else { return try VaultJSON.print(done: isSame ? "nothing" : "changed", item) }
        StandardStreams.complain(
            isSame ? "nothing was changed\n" : "changed \(UntrustedText.forTerminal(item.title))\n")
    }

    private func removeParts(of item: inout VaultItem) throws {
        for tag in removeTag {
            guard item.tags.contains(tag) else { throw absent("tag", tag, item.tags) }
            item.tags.removeAll { $0 == tag }
        }
        for website in removeWebsite {
            let addresses = item.websites.map(\.address)
            guard addresses.contains(website) else { throw absent("website", website, addresses) }
            item.websites.removeAll { $0.address == website }
        }
        for name in remove { try item.remove(field: name) }
    }

    private func absent(_ what: String, _ name: String, _ names: [String]) -> Failure {
        Failure(
            .itemNotFound, "the item has no \(what) “\(name)”",
            remedy: names.isEmpty ? "it has none" : "it has: \(names.joined(separator: ", "))")
    }
}

extension VaultItem {
    /// Empties a field that belongs to the item's kind. Removes any other field, and its section if that is then empty.
    ///
    /// - Throws: a ``Failure`` if there is no such field.
    fileprivate mutating func remove(field name: String) throws {
        guard name != "notes" else { return notes = nil }
        let field = try FieldFinder.field(name, in: self)
        guard !kind.fields.contains(where: { $0.id == field.id }) else {
            return self[field.id] = field.kind.isSecret ? .secret(Secret("")) : .text("")
        }
        fields.removeAll { $0.id == field.id }
        for index in sections.indices { sections[index].fields.removeAll { $0.id == field.id } }
        sections.removeAll { $0.fields.isEmpty }
    }
}
