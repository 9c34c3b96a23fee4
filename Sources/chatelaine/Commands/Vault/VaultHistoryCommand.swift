import ArgumentParser
import Glibc
import LinuxSupport
import PasswordVault

struct VaultHistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Lists the secrets that an item had before, the newest first.",
        discussion: """
            Each line has the field, the date until which the secret was in use and, with --reveal, the secret. If standard output is \
            not a terminal, tabs separate them.

            Examples:
              chatelaine vault history "My bank"
              chatelaine vault history "My bank" --field password --reveal
            """
    )

    @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
    @Option(help: "One field only.", completion: VaultCompletion.fields) var field: String?
    @Flag(help: "Show the secrets too.") var reveal = false
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        let vault = try VaultSession.unlocked(options).vault
        let item = try ItemFinder.item(item, in: vault)
        let former = item.history.filter { former in
            field.map { $0 == former.field || $0.lowercased() == former.label.lowercased() } ?? true
        }
        guard !json else {
            return try VaultJSON.print([
                ("history", .array(former.map { VaultJSON.former($0, isRevealed: reveal) }))
            ])
        }
        let rows = former.map { former in
            let secret = former.isShown ? former.secret.text : VaultItemText.kept
            return [former.label, DateText.text(former.until), reveal ? secret : "••••••••"].map {
                UntrustedText.forTerminal($0)
            }
        }
        try StandardStreams.write(
            TextTable(titles: ["FIELD", "UNTIL", "SECRET"], rows: rows)
                .text(Style(for: STDOUT_FILENO), isForPeople: isatty(STDOUT_FILENO) == 1))
    }
}
