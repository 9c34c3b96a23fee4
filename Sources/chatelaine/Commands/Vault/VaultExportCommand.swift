import ArgumentParser
import Foundation
import KeychainServices
import LinuxSupport
import PasswordVault
import Secrets
import VaultExchange

struct VaultExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the items of a vault to a file for another program.",
        discussion: """
            Formats: \(ExchangeFormatList.exports.map { "\($0.name)\($0.isEncrypted ? "" : " (plain text)")" }.joined(separator: ", ")). \
            All items but those in the trash are written, with the files that the format has a place for; what it has none for is listed. A \
            format in plain text takes the master password, also of an unlocked vault. The file is complete, or it is not there.

            Standard input has, a line each: the master password with --password-stdin, then the password of the file with \
            --file-password-stdin.

            Examples:
              chatelaine vault export personal.chatelaine
              chatelaine vault export personal.kdbx --format kdbx
              chatelaine vault export logins.csv --format chrome-csv
              chatelaine vault export ~/.password-store --format pass --recipient maria@example.org
            """
    )

    @Argument(help: "The new file, or the directory of “pass”.", completion: .file()) var file: String
    @Option(help: "The format.", completion: .list(ExchangeFormatList.exports.map(\.name))) var format = "chatelaine"
    @Option(help: "One kind only.", completion: .list(ItemKind.all.map(\.name)), transform: KindArgument.parse)
    var kind: ItemKind?
    @Option(help: "One tag only.") var tag: String?
    @Option(help: "A recipient of a format that gpg encrypts. May be given several times.") var recipient: [String] = []
    @Flag(help: "Read the file's password from standard input, after the master password if that is there.")
    var filePasswordStdin = false
    @Flag(help: "Replace a file of this name.") var force = false
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        guard let format = ExchangeFormatList.exports.first(where: { $0.name == format }) else {
            throw Failure.usage(
                "there is no format “\(format)”",
                remedy: "choose one of: \(ExchangeFormatList.exports.map(\.name).joined(separator: ", "))")
        }
        let vault = try vault(for: format)
        let progress = ExchangeProgress(file)
        defer { progress.end() }
        let items = try items(of: vault, progress)
        var remarks: [ImportRemark] = []
        if format.isDirectory {
            remarks = try write(items, format, vault.name, to: ExportDirectory(file), progress)
        } else {
            let target = try ExportFile(file, replacing: force)
            remarks = try write(items, format, vault.name, to: target, progress)
            try target.finish()
        }
        progress.end()
        try report(items.count, format, remarks)
    }

    private func vault(for format: any ExportFormat) throws -> any VaultService {
        guard !format.isEncrypted else { return try VaultSession.unlocked(options).vault }
        // The person who has the terminal may not be the one who unlocked the vault.
        let vault = try VaultSession(options).vault
        StandardStreams.complain(
            "\(format.title) is plain text: anyone who has the file can read every password in it\n")
        let password = try MasterPassword.old(
            "Master password of \(UntrustedText.forTerminal(vault.name)): ", fromStandardInput: options.passwordStdin)
        try ActivityIndicator.run(for: "unlocking") { () throws(KeychainError) in try vault.unlock(password) }
        return vault
    }

    private func items(of vault: any VaultService, _ progress: ExchangeProgress) throws -> [ExportedItem] {
        var items: [ExportedItem] = []
        try WritingInterruption.whileWatching {
            items = try ExportedItem.all(of: vault, VaultFilter(place: nil, kind: kind, tag: tag)) {
                try progress.show("reading", $0)
            }
        }
        return items
    }

    private func write(
        _ items: [ExportedItem], _ format: any ExportFormat, _ name: String, to target: any ExportDestination,
        _ progress: ExchangeProgress
    ) throws -> [ImportRemark] {
        var context = ExportContext()
        (context.vaultName, context.recipients) = (name, recipient)
        let password = FilePassword(file, fromStandardInput: filePasswordStdin)
        context.password = { try password.new() }
        let cancellation = Cancellation()
        context.cancellation = cancellation
        context.progress = { part in
            if WritingInterruption.hasCome { cancellation.cancel() }
            try? progress.show("writing", part)
        }
        var remarks: [ImportRemark] = []
        try WritingInterruption.whileWatching {
            remarks = try format.write(items, to: target, context)
            // The handlers of a question are others.
            if WritingInterruption.hasCome { throw Failure(.cancelled, "interrupted", remedy: "nothing was written") }
        }
        return remarks
    }

    private func report(_ count: Int, _ format: any ExportFormat, _ remarks: [ImportRemark]) throws {
        guard !json else {
            return try VaultJSON.print([
                ("done", .string("exported")), ("format", .string(format.name)), ("file", .string(file)),
                ("items", .number(count)), ("encrypted", .bool(format.isEncrypted)),
                (
                    "remarks",
                    .array(remarks.map { .object([("position", .string($0.position)), ("text", .string($0.text))]) })
                ),
            ])
        }
        var lines = ["exported \(count == 1 ? "1 item" : "\(count) items") to “\(file)” (\(format.title))"]
        if !remarks.isEmpty { lines.append("not all has a place in this format:") }
        lines += remarks.prefix(20).map { "  \($0.position.isEmpty ? "" : "\($0.position): ")\($0.text)" }
        if remarks.count > 20 { lines.append("  and \(remarks.count - 20) more, which --json lists") }
        if !format.isEncrypted { lines.append("remove the file as soon as it has been read: it is plain text") }
        StandardStreams.complain(lines.map { UntrustedText.forTerminal($0) + "\n" }.joined())
    }
}
