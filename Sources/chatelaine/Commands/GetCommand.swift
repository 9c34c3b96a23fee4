import ArgumentParser
import Foundation
import Glibc
import KeychainServices

struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Prints the secret of an item.",
        discussion: """
            Without --force, binary data and control characters are not printed to a terminal. Where several items match, the one in \
            the group “chatelaine” is meant, or --group says which.

            Examples:
              chatelaine get mail.example.com alice
              chatelaine get mail.example.com alice --copy
              chatelaine get backup key --raw > key.bin
              chatelaine get --server www.example.com --account alice
              chatelaine get --server www.example.com --account alice --part notes
            """
    )

    @Argument(help: "The service.", completion: KeychainCompletion.services) var service: String?
    @Argument(help: "The account.", completion: KeychainCompletion.accounts) var account: String?
    @Flag(help: "No newline after the secret.") var raw = false
    @Flag(name: .shortAndLong, help: "Print to a terminal even if it is not plain text.") var force = false
    @Flag(help: "Copy it to the clipboard for 90 seconds, in place of printing it.") var copy = false
    @Flag(help: .json) var json = false
    @Option(help: "A further secret part in place of the secret: notes, history, client-data-0 to client-data-3.")
    var part: String?
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var access: KeychainOptions

    func validate() throws {
        guard !(copy && (raw || json || force)) else {
            throw ValidationError("--copy prints nothing: it goes with neither --raw, --force nor --json.")
        }
        guard !(json && raw) else { throw ValidationError("--json and --raw exclude each other.") }
    }

    func run() throws {
        let part = try self.part.map(SecretPart.parse)
        let queries = try selection.queries(service: service, account: account, group: access.group)
        guard queries.contains(where: { !$0.attributes.isEmpty }) else {
            throw Failure.usage("no item was given", remedy: "name it: chatelaine get SERVICE ACCOUNT")
        }
        let output: SecretLookup.Output = copy ? .clipboard : json ? .json : .plain
        try SecretLookup(queries: queries, part: part, isRaw: raw, isForced: force, output: output)
            .run(in: Session(access))
    }
}
