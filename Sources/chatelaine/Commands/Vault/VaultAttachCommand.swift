import ArgumentParser
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault

struct VaultAttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Adds, lists, extracts or removes the files of an item.",
        discussion: """
            Examples:
              chatelaine vault attach add Passport scan.pdf
              chatelaine vault attach extract Passport scan.pdf --output copy.pdf
            """,
        subcommands: [AddCommand.self, ListCommand.self, ExtractCommand.self, RemoveCommand.self]
    )

    struct AddCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Attaches a file, of at most \(Vault.mostAttachment >> 20) MiB.",
            discussion: """
                The file stays where it is; remove it yourself if it is to be in the vault only.

                Examples:
                  chatelaine vault attach add Passport scan.pdf --type application/pdf
                """
        )

        @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
        @Argument(help: "The file.", completion: .file()) var file: String
        @Option(help: "Its name in the vault. Default: the name of the file.") var name: String?
        @Option(help: "What is in it, as a media type such as image/png.") var type = ""
        @Flag(help: .vaultJSON) var json = false
        @OptionGroup var options: VaultOptions

        func run() throws {
            let source = try AttachmentSource(file)
            let vault = try VaultSession.unlocked(options).vault
            let id = try ItemFinder.id(of: item, in: vault, isChange: true)
            defer { source.progress.end() }
            let attachment = try vault.attach(
                to: id, name: name ?? file, mediaType: type, reading: source.read(atMost:))
            guard !json else {
                return try VaultJSON.print([
                    ("done", .string("attached")), ("attachment", VaultJSON.attachment(attachment)),
                ])
            }
            StandardStreams.complain(
                "attached \(UntrustedText.forTerminal(attachment.name)), \(attachment.size) bytes\n")
        }
    }

    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists an item's attachments: name, bytes, date and id.",
            discussion: """
                Example:
                  chatelaine vault attach list Passport
                """
        )

        @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
        @Flag(help: .vaultJSON) var json = false
        @OptionGroup var options: VaultOptions

        func run() throws {
            let vault = try VaultSession.unlocked(options).vault
            let attachments = try ItemFinder.item(item, in: vault).attachments
            guard !json else {
                return try VaultJSON.print([("attachments", .array(attachments.map(VaultJSON.attachment)))])
            }
            let rows = attachments.map { attachment in
                [attachment.name, String(attachment.size), DateText.text(attachment.added), attachment.id.text].map {
                    UntrustedText.forTerminal($0)
                }
            }
            try StandardStreams.write(
                TextTable(titles: ["NAME", "BYTES", "ADDED", "ID"], rows: rows)
                    .text(Style(for: STDOUT_FILENO), isForPeople: isatty(STDOUT_FILENO) == 1))
        }
    }

    struct ExtractCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "extract",
            abstract: "Writes an attachment to a new file, or to standard output.",
            discussion: """
                The file is readable by you alone, and none is overwritten without --force. “-” is standard output.

                Examples:
                  chatelaine vault attach extract Passport scan.pdf
                  chatelaine vault attach extract Passport scan.pdf --output - | lpr
                """
        )

        @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
        @Argument(help: "The attachment's name or id.") var name: String
        @Option(name: .shortAndLong, help: "The output file. Default: the name of the attachment.", completion: .file())
        var output: String?
        @Flag(name: .shortAndLong, help: "Overwrite the file.") var force = false
        @OptionGroup var options: VaultOptions

        func run() throws {
            let vault = try VaultSession.unlocked(options).vault
            let item = try ItemFinder.item(item, in: vault)
            let attachment = try AttachmentFinder.attachment(name, of: item)
            guard output != "-" else {
                var problem: (any Error)?
                try vault.readAttachment(attachment.id, of: item.id) { data throws(KeychainError) in
                    do { try StandardStreams.write(data) } catch {
                        problem = error
                        throw KeychainError(.io, "standard output cannot be written")
                    }
                }
                return try problem.map { throw $0 } ?? ()
            }
            let path = output ?? AttachmentFinder.fileName(of: attachment)
            let target = try AttachmentTarget(path, isForced: force)
            do {
                try target.write(attachment, of: item.id, from: vault)
            } catch {
                target.remove()
                throw error
            }
            StandardStreams.complain("wrote \(UntrustedText.forTerminal(path)), \(attachment.size) bytes\n")
        }
    }

    struct RemoveCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm",
            abstract: "Permanently removes an attachment.",
            discussion: """
                Asks first; without a terminal it needs --yes.

                Example:
                  chatelaine vault attach rm Passport scan.pdf
                """,
            aliases: ["remove"]
        )

        @Argument(help: "The item's title, words of it, or its id.", completion: VaultCompletion.items) var item: String
        @Argument(help: "The attachment's name or id.") var name: String
        @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
        @Flag(help: .vaultJSON) var json = false
        @OptionGroup var options: VaultOptions

        func run() throws {
            let vault = try VaultSession.unlocked(options).vault
            let item = try ItemFinder.item(item, in: vault, isChange: true)
            let attachment = try AttachmentFinder.attachment(name, of: item)
            if !yes { try confirm(attachment) }
            try vault.removeAttachment(attachment.id, of: item.id)
            guard !json else {
                return try VaultJSON.print([
                    ("done", .string("removed")), ("attachment", VaultJSON.attachment(attachment)),
                ])
            }
            StandardStreams.complain("removed \(UntrustedText.forTerminal(attachment.name))\n")
        }

        private func confirm(_ attachment: Attachment) throws {
            guard let terminal = Terminal() else {
                throw Failure(
                    .usage, "a removed attachment cannot be restored, and there is no terminal to ask on",
                    remedy: "if you mean it, add --yes")
            }
            guard try terminal.agrees(to: "Permanently remove “\(UntrustedText.forTerminal(attachment.name))”?") else {
                throw Failure(.cancelled, "nothing was removed", remedy: "answer with y")
            }
        }
    }
}
