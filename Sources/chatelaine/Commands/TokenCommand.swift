import AgentClient
import ArgumentParser
import Foundation
import KeychainServices
import LinuxSupport
import PasswordVault

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Makes, lists and revokes tokens, for programs that run without a person.",
        discussion: """
            A token is presented in a file named by CHATELAINE_TOKEN_FILE or, visible to more programs, in CHATELAINE_TOKEN. \
            With --group it opens one access group to any program, and does not unlock the keychain. With --vault it is that of a \
            service account: “read”, “run” and “inject” read the named items with it, also while the vault is locked and no person is there.

            Examples:
              chatelaine token make --group com.example.backup --read-only --expires 12h > token
              chatelaine token make --vault work --items Database,Deploy --expires 30d --name ci > token
              chatelaine token list
              chatelaine token revoke 0123456789abcdef
            """,
        subcommands: [MakeCommand.self, ListCommand.self, RevokeCommand.self, TokenLogCommand.self]
    )

    struct MakeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make", abstract: "Makes a token and prints it, once.")
        @Option(help: "The access group that it opens.") var group: String?
        @Option(help: "The vault of a service account.", completion: VaultCompletion.vaults) var vault: String?
        @Option(
            help:
                "The items that the service account reads, by title or id, with commas between. Can be given several times.",
            completion: VaultCompletion.items)
        var items: [String] = []
        @Flag(help: "It opens the group for reading only. A service account never does more.") var readOnly = false
        @Option(help: "When it ends: a number with m, h or d; at most 366d.") var expires = "12h"
        @Option(name: [.long, .customLong("name")], help: "What it is for.") var label = "no label"
        @Flag(help: "Always read the master password of the vault from the first line of standard input.")
        var passwordStdin = false
        @Flag(help: .json) var json = false
        @OptionGroup var options: AgentOptions

        func validate() throws {
            guard (group == nil) != (vault == nil) else {
                throw ValidationError("Say what it opens: --group GROUP, or --vault VAULT --items ITEM,ITEM.")
            }
            guard items.isEmpty == (vault == nil) else {
                throw ValidationError("--vault and --items go together.")
            }
        }

        func run() throws {
            let lifetime = try Self.seconds(expires)
            if let vault { return try ServiceAccountMaking(command: self, vault: vault, lifetime: lifetime).run() }
            let group = self.group ?? ""
            let token = try options.perform { agent in
                try agent.makeToken(group: group, readOnly: readOnly, lifetime: lifetime, label: label)
            }
            guard !json else { return try JSONText.print([("token", .bytes(token))]) }
            try StandardStreams.write(token + [UInt8(ascii: "\n")])
        }

        static func seconds(_ text: String) throws -> UInt64 {
            let units: [Character: UInt64] = ["m": 60, "h": 3600, "d": 86400]
            guard let unit = text.last.flatMap({ units[$0] }), let count = UInt64(text.dropLast()),
                (1...366 * 86400).contains(count.multipliedReportingOverflow(by: unit).partialValue),
                !count.multipliedReportingOverflow(by: unit).overflow
            else {
                throw Failure.usage(
                    "“\(text)” is not a duration", remedy: "write it like 30m, 12h or 7d; at most 366d")
            }
            return count * unit
        }
    }

    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the tokens that are in force.")
        @Flag(help: .json) var json = false
        @OptionGroup var options: AgentOptions

        func run() throws {
            let accounts = ListedServiceAccount.all(root: try .user())
            // Service accounts need no agent.
            let hasAgent = try AgentStatus.ofUser() != nil
            let tokens = hasAgent || accounts.isEmpty ? try options.perform { try $0.listing() }.tokens : []
            guard !json else {
                let list = tokens.map { token in
                    JSONText.object([
                        ("id", .string(token.id)), ("group", .string(token.group)), ("readOnly", .bool(token.readOnly)),
                        ("expires", .string(DateText.text(Date(timeIntervalSince1970: Double(token.expires))))),
                        ("label", .string(token.label)),
                    ])
                }
                return try JSONText.print([
                    ("tokens", .array(list)), ("serviceAccounts", .array(try accounts.map { try $0.json() })),
                ])
            }
            let lines = tokens.map { token in
                let expires = DateText.text(Date(timeIntervalSince1970: Double(token.expires)))
                let fields = [token.id, token.group, token.readOnly ? "read-only" : "read-write", expires, token.label]
                return fields.map { UntrustedText.forTerminal($0) }.joined(separator: "\t") + "\n"
            }
            try StandardStreams.write(lines.joined())
            for account in accounts { try StandardStreams.print(account.line()) }
        }
    }

    struct RevokeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Ends a token.")
        @Argument(help: "Its id, as “token list” shows it.") var id: String
        @OptionGroup var options: AgentOptions

        func run() throws {
            if try ListedServiceAccount.revoke(id, root: .user()) {
                return StandardStreams.complain(
                    "its copies are removed; what was read with it stays known: change those secrets if it was stolen\n"
                )
            }
            try options.perform { try $0.change(.revokeToken(id)) }
        }
    }
}

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Shows the agent's audit log, and verifies its integrity.",
        discussion: """
            Number, time, kind, operation, answer, class, group, item, user, strength and path of the program, with tabs between. \
            Ends with 1 if the log was modified.

            Examples:
              chatelaine log
              chatelaine log --limit 20
            """
    )

    @Option(help: "Only the last so many records; 0 for all.") var limit: UInt64 = 0
    @Flag(help: "Print an object of JSON on each line; see share/doc/chatelaine/command-line.md.") var json = false
    @OptionGroup var options: AgentOptions

    func run() throws {
        var rotated: (count: String, until: String)?
        let report = try options.perform { agent in
            try agent.readLog(limit: limit) { record in
                let mark = record.genuine ? "" : "\tnot genuine"
                let fields = record.line.split(separator: "\t", omittingEmptySubsequences: false)
                if let count = Self.value("rotated-out", in: fields), let until = Self.value("until", in: fields) {
                    rotated = (count, until)
                }
                if json { return try StandardStreams.print(Self.object(fields, isGenuine: record.genuine).text) }
                let line = fields.map { UntrustedText.forTerminal(String($0)) }.joined(separator: "\t")
                try StandardStreams.write(line + mark + "\n")
            }
        }
        guard report.problems.isEmpty else {
            let list = report.problems.prefix(20).joined(separator: "; ")
            throw Failure(
                .failed, "the audit log was modified: \(list)",
                remedy: "an attacker or a disk error has changed its files; keep a copy of them for an investigation")
        }
        StandardStreams.complain("\(report.goodRecords) records, none of them modified\n")
        if let rotated {
            let (count, until) = (UntrustedText.forTerminal(rotated.count), UntrustedText.forTerminal(rotated.until))
            StandardStreams.complain("\(count) older records, from before \(until), had to make room for these\n")
        }
    }

    /// Returns the value of a field that has its name in front.
    private static func value(_ name: String, in fields: [Substring]) -> String? {
        fields.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    /// The names of the fields that are in an object only if the record has them.
    private static let optional = [("times", "times"), ("rotated-out", "rotatedOut"), ("until", "until")]

    private static let fieldNames = [
        "number", "time", "kind", "operation", "answer", "class", "group", "item", "user", "strength", "path",
    ]

    private static func object(_ fields: [Substring], isGenuine: Bool) -> JSONText {
        let plain = fields.filter { field in !optional.contains { field.hasPrefix($0.0 + "=") } }
        let members = zip(fieldNames, plain).map { name, field in
            (name: name, value: name == "number" ? Int(field).map(JSONText.number) ?? .null : .string(String(field)))
        }
        let further = optional.compactMap { field, name in
            value(field, in: fields).map { (name: name, value: JSONText.string($0)) }
        }
        return .object([("version", .number(ItemJSON.version))] + members + further + [("genuine", .bool(isGenuine))])
    }
}
