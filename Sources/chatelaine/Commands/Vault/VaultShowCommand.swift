import ArgumentParser
import Foundation
import Glibc
import LinuxSupport
import PasswordVault

struct VaultShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows an item, its secrets only if they are asked for.",
        discussion: """
            --field prints one value as it is and a newline, for scripts; the field is named by id or label, with its section \
            and a slash before it if need be. --code prints the one-time code; one that a counter makes is used up by that.

            Examples:
              chatelaine vault show "My bank"
              chatelaine vault show "My bank" --field password
              chatelaine vault show "My bank" --copy password
              chatelaine vault show "My bank" --code
            """
    )

    @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
    @Flag(help: "Show secrets too.") var reveal = false
    @Option(help: "Print one field as it is.", completion: VaultCompletion.fields) var field: String?
    @Flag(help: "Print the current one-time code.") var code = false
    @Option(help: "Copy a field, or “code”, to the clipboard for 90 seconds.", completion: VaultCompletion.copied)
    var copy: String?
    @Flag(help: "No newline after the value of --field.") var raw = false
    @Flag(name: .shortAndLong, help: "Print to a terminal even if the field is not plain text.") var force = false
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func validate() throws {
        guard [field != nil, code, copy != nil].count(where: { $0 }) < 2 else {
            throw ValidationError("--field, --code and --copy exclude each other.")
        }
        guard field == nil || !json else { throw ValidationError("--field prints the value alone, and no JSON.") }
    }

    func run() throws {
        let vault = try VaultSession.unlocked(options).vault
        let item = try ItemFinder.item(item, in: vault, place: nil)
        if let field { return try print(value(of: field, in: item)) }
        if code { return try print(ItemCode(of: item, in: vault)) }
        if let copy {
            let secret = copy == "code" ? Secret(try ItemCode(of: item, in: vault).code) : try value(of: copy, in: item)
            return try Clipboard.copy(secret)
        }
        guard !json else { return try VaultJSON.print([("item", VaultJSON.item(item, isRevealed: reveal))]) }
        let style = Style(for: STDOUT_FILENO)
        try StandardStreams.write(VaultItemText(item: item, isRevealed: reveal, style: style).text())
    }

    private func value(of name: String, in item: VaultItem) throws -> Secret {
        switch name {
        case "id": return Secret(item.id.text)
        case "title": return Secret(item.title)
        case "notes": return item.notes ?? Secret("")
        case "website": return Secret(item.websites.map(\.address).joined(separator: "\n"))
        case "tags": return Secret(item.tags.joined(separator: "\n"))
        default: break
        }
        let field = try FieldFinder.field(name, in: item)
        guard field.kind.isShown else { throw Failure.passkeysAreNotShown }
        switch field.value {
        case .text(let text): return Secret(text)
        case .secret(let secret): return secret
        }
    }

    private func print(_ value: Secret) throws {
        try value.withUnsafeBytes { bytes in
            guard force || isatty(STDOUT_FILENO) == 0 || UntrustedText.isHarmless(bytes) else {
                throw Failure(
                    .failed, "the field has binary data or control characters, and standard output is a terminal",
                    remedy: "send it to a file with “> FILE”, or insist with --force")
            }
            try StandardStreams.write(raw ? Data(bytes) : Data(bytes) + [UInt8(ascii: "\n")])
        }
    }

    private func print(_ code: ItemCode) throws {
        guard !json else { return try VaultJSON.print(code.json) }
        try StandardStreams.print(code.code)
        StandardStreams.complain("\(code.validity)\n")
    }
}
