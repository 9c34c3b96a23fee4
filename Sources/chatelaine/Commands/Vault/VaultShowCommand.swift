import ArgumentParser
import Foundation
import Glibc
import LinuxSupport
import PasswordVault
import SecretReferences

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
              chatelaine vault show "My bank" --reference password
            """
    )

    @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
    @Flag(help: "Show secrets too.") var reveal = false
    @Option(help: "Print one field as it is.", completion: VaultCompletion.fields) var field: String?
    @Flag(help: "Print the current one-time code.") var code = false
    @Option(help: "Copy a field, or “code”, to the clipboard for 90 seconds.", completion: VaultCompletion.copied)
    var copy: String?
    @Flag(
        help: "Print the references of its fields, or of the one that is named after the item, for “chatelaine read”.")
    var reference = false
    @Argument(help: "With --reference: a field.", completion: VaultCompletion.fields) var referencedField: String?
    @Flag(help: "No newline after the value of --field.") var raw = false
    @Flag(name: .shortAndLong, help: "Print to a terminal even if the field is not plain text.") var force = false
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func validate() throws {
        guard [field != nil, code, copy != nil, reference].count(where: { $0 }) < 2 else {
            throw ValidationError("--field, --code, --copy and --reference exclude each other.")
        }
        guard reference || referencedField == nil else {
            throw ValidationError("“\(referencedField ?? "")” is one word too many; quote a title of several words.")
        }
        guard !reference || !json else { throw ValidationError("--reference prints references, and no JSON.") }
        guard field == nil || !json else { throw ValidationError("--field prints the value alone, and no JSON.") }
    }

    func run() throws {
        let vault = try VaultSession.unlocked(options).vault
        let item = try ItemFinder.item(item, in: vault, place: nil)
        if reference { return try printReferences(of: item, in: vault) }
        if let field { return try print(ItemValue.value(of: field, in: item)) }
        if code { return try print(ItemCode(of: item, in: vault)) }
        if let copy {
            let secret =
                copy == "code"
                ? Secret(try ItemCode(of: item, in: vault).code) : try ItemValue.value(of: copy, in: item)
            return try Clipboard.copy(secret)
        }
        guard !json else { return try VaultJSON.print([("item", VaultJSON.item(item, isRevealed: reveal))]) }
        let style = Style(for: STDOUT_FILENO)
        try StandardStreams.write(VaultItemText(item: item, isRevealed: reveal, style: style).text())
    }

    private func printReferences(of item: VaultItem, in vault: any VaultService) throws {
        guard vault.name != SecretReference.keychain else {
            throw Failure(
                .failed, "in references “keychain” stands for the keychain, so that none can name a vault of this name",
                remedy: "give it another name: chatelaine vault rename keychain NEW")
        }
        let title = try ItemReference.name(of: item, in: vault)
        guard let referencedField else {
            for reference in ItemReference.references(of: item, title: title, vault: vault.name) {
                try StandardStreams.print(reference.description)
            }
            return
        }
        guard referencedField != "notes" else {
            let target = SecretReference.Target.field(vault: vault.name, item: title, section: nil, field: "notes")
            return try StandardStreams.print(SecretReference(target).description)
        }
        let field = try FieldFinder.field(referencedField, in: item)
        guard field.kind.isShown else { throw Failure.passkeysAreNotShown }
        try StandardStreams.print(
            ItemReference.reference(to: field, of: item, title: title, vault: vault.name).description)
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
