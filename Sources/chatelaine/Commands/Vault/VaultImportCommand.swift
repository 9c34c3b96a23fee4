import ArgumentParser
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault
import Secrets
import VaultExchange

struct VaultImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Brings items from a file of another password manager.",
        discussion: """
            The format is recognised by the content; --format names one: \(ExchangeFormatList.imports.map(\.name).joined(separator: ", ")). \
            Nothing is dropped silently: what the vault has no field for becomes a field of its own, and what cannot be kept is listed. An item \
            that the vault has already is recognised; values that differ are kept in its history. All items are stored, or none.

            --dry-run shows what would come, --list each item with its number, and --choose takes some of them. Standard input has, a line each: \
            the master password with --password-stdin, then the password of the file with --file-password-stdin.

            Examples:
              chatelaine vault import export.csv --dry-run
              chatelaine vault import bitwarden.json
              chatelaine vault import passwords.kdbx --key-file passwords.keyx
              chatelaine vault import keyring --list
              chatelaine vault import other.csv --map "Login Name=username" --map "Secret=password"
            """
    )

    @Argument(help: "The file, the directory of “pass”, or “keyring”: the keyring of the desktop.", completion: .file())
    var file: String
    @Option(
        help: "The name of the format, if the content does not tell it.",
        completion: .list(ExchangeFormatList.imports.map(\.name)))
    var format: String?
    @Flag(help: "Show what would come, and change nothing.") var dryRun = false
    @Flag(help: "List each item with its number, and change nothing.") var list = false
    @Option(help: "The numbers of the items to take, as --list shows them: 1,4-7.", transform: NumberRanges.parse)
    var choose: NumberRanges?
    @Option(
        help: "The use of folders: \(FolderUse.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(FolderUse.allCases.map(\.rawValue)))
    var folders = FolderUse.tags
    @Option(help: "A tag for all items that come.") var tag: String?
    @Option(
        help: "What a column of a CSV file is: COLUMN=FIELD. May be given several times.",
        transform: ColumnArgument.parse)
    var map: [ColumnArgument] = []
    @Option(help: "The key file of a KeePass database.", completion: .file()) var keyFile: String?
    @Flag(help: "Read the file's password from standard input, after the master password if that is there.")
    var filePasswordStdin = false
    @Flag(help: "Remove the file afterwards, if it is not encrypted.") var remove = false
    @Flag(help: .vaultJSON) var json = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        let isKeyring = file == "keyring" && format == nil && access(file, F_OK) != 0
        let source = isKeyring ? ImportSource(Data()) : try ImportSource(path: file)
        let format: any ImportFormat =
            isKeyring
            ? DesktopKeyring()
            : try FormatRecognition.format(of: source, named: format ?? (map.isEmpty ? nil : "csv"))
        let session = try VaultSession.unlocked(options)
        let password = FilePassword(file, fromStandardInput: filePasswordStdin)
        let progress = ExchangeProgress(file)
        defer { progress.end() }
        let content = try content(format, source, password, progress)
        var destinations = ImportDestinations(session, options, mayMake: !list && !dryRun)
        try destinations.compare(content, folders: folders, tag: tag, progress)
        if let choose { destinations.choose(choose) }
        let report = ImportReport(destinations.plans, format, file: file)
        if list || dryRun {
            guard !json else { return try report.printJSON(isDone: false, listing: list) }
            return try report.print(listing: list, isDone: false)
        }
        try destinations.store(progress)
        progress.end()
        if json {
            try report.printJSON(isDone: true, listing: false)
        } else {
            try report.print(listing: false, isDone: true)
        }
        if !source.isDirectory, !isKeyring, !password.wasUsed { try offerRemoval() }
    }

    private func content(
        _ format: any ImportFormat, _ source: ImportSource, _ password: FilePassword, _ progress: ExchangeProgress
    ) throws -> ImportedContent {
        var context = ImportContext()
        context.columns = map.map { ($0.column, $0.field) }
        context.password = { question, isAgain in try password.ask(question, isAgain) }
        if let keyFile { context.keyFile = try SecretFile(path: keyFile) }
        let cancellation = Cancellation()
        context.cancellation = cancellation
        context.progress = { part in
            if WritingInterruption.hasCome { cancellation.cancel() }
            try? progress.show("reading", part)
        }
        // After a question, which has handlers of its own.
        password.whenAsked = { WritingInterruption.watch() }
        var content = ImportedContent()
        try WritingInterruption.whileWatching { content = try format.read(source, context) }
        return content
    }

    /// A file in plain text is named, and removed if the user wants that.
    private func offerRemoval() throws {
        let name = UntrustedText.forTerminal(file)
        if !remove {
            guard isatty(STDIN_FILENO) == 1, !json, let terminal = Terminal() else {
                return StandardStreams.complain(
                    "“\(name)” still has everything in plain text\n  next: remove it when you have seen that all is there: rm \(name)\n"
                )
            }
            guard try terminal.agrees(to: "“\(name)” has everything in plain text. Remove it now?") else { return }
        }
        guard unlink(file) == 0 else {
            throw Failure(
                .failed,
                "everything was imported, but “\(file)” cannot be removed: \(String(cString: strerror(errno)))",
                remedy: "remove it yourself: it has everything in plain text")
        }
        StandardStreams.complain("removed “\(name)”; copies and backups of it are not\n")
    }
}

/// The keyring of the desktop, in the place of a file.
private struct DesktopKeyring: ImportFormat {
    let name = "keyring"
    let title = "the desktop's keyring"

    func recognizes(_ source: ImportSource) -> Bool { false }
    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        try KeyringImport.read(context)
    }
}

extension FolderUse: ExpressibleByArgument {}

/// The use of a column of a CSV file.
struct ColumnArgument {
    let column: String
    let field: String

    static func parse(_ text: String) throws -> ColumnArgument {
        guard let equals = text.lastIndex(of: "="), equals != text.startIndex,
            text.index(after: equals) != text.endIndex
        else { throw ValidationError("“\(text)” is not COLUMN=FIELD, such as “Login Name=username”.") }
        return ColumnArgument(column: String(text[..<equals]), field: String(text[text.index(after: equals)...]))
    }
}

/// Numbers and ranges of numbers: `1,4-7`.
struct NumberRanges {
    private let ranges: [ClosedRange<Int>]

    static func parse(_ text: String) throws -> NumberRanges {
        NumberRanges(
            ranges: try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
                let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
                guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, 1 <= first,
                    first <= last
                else { throw ValidationError("“\(text)” is not a list of numbers, such as 1,4-7.") }
                return first...last
            })
    }

    func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }
    var largest: Int { ranges.map(\.upperBound).max() ?? 0 }
}

extension SecretFile {
    /// The largest key file, in bytes. Any file can be one.
    private static let largest = 64 << 20

    fileprivate convenience init(path: String) throws {
        var data = try ImportSource(path: path).contents(atMost: Self.largest)
        defer { data.resetBytes(in: data.startIndex..<data.endIndex) }
        self.init(copying: data)
    }
}
