import ArgumentParser
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault

struct VaultUnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlocks a vault until it is locked again.",
        discussion: """
            Without an agent that keeps vaults open there is nothing that would stay unlocked: the master password is checked, and \
            each command asks for it itself.

            Example:
              chatelaine vault unlock
            """
    )

    @OptionGroup var options: VaultOptions

    func run() throws {
        let session = try VaultSession.unlocked(options)
        guard VaultAccess.endsWithProcess(session.directory) else { return }
        StandardStreams.complain(
            "the master password is right; but no agent keeps vaults open, so that every command asks for it\n")
    }
}

struct VaultLockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Locks a vault, or all.",
        discussion: """
            Example:
              chatelaine vault lock
            """
    )

    @Option(
        name: .customLong("vault"), help: "The vault's name; without one, all are locked.",
        completion: VaultCompletion.vaults)
    var name: String?

    func run() throws {
        let directory = try VaultAccess.directory()
        let names = try name.map { [$0] } ?? directory.vaultNames()
        try lock(names, in: directory)
        guard VaultAccess.endsWithProcess(directory) else { return }
        StandardStreams.complain(
            "no agent keeps vaults open: each is locked as soon as the command ends that uses it\n")
    }

    /// Locks each vault, also if another one does not open.
    private func lock(_ names: [String], in directory: any VaultDirectoryService) throws {
        var problem: (any Error)?
        for name in names {
            do { try directory.vaultService(named: name).lock() } catch { problem = problem ?? error }
        }
        if let problem { throw problem }
    }
}

struct VaultStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Lists the vaults, whether they are locked, and how their keys are derived.",
        discussion: """
            Needs no master password. How many items there are can be told of unlocked vaults only. A vault that does not open is listed \
            too, and the reason is said.

            Examples:
              chatelaine vault status
              chatelaine vault status --json
            """
    )

    @Option(name: .customLong("vault"), help: "One vault only.", completion: VaultCompletion.vaults) var name: String?
    @Flag(help: .vaultJSON) var json = false

    private struct Situation {
        let name: String
        var isUnlocked = false
        var items: Int?
        var password: VaultPassword?
        /// The reason for which the vault does not open.
        var problem: KeychainError?

        init(_ vault: any VaultService) throws {
            name = vault.name
            isUnlocked = try vault.isUnlocked()
            items = isUnlocked ? try vault.count() : nil
            password = try vault.passwordDerivation()
        }

        private init(_ name: String, problem: KeychainError) { (self.name, self.problem) = (name, problem) }

        /// The same for one of several: a vault that does not open hides no other.
        static func ofOne(_ name: String, in directory: any VaultDirectoryService) throws -> Situation {
            do {
                return try Situation(directory.vaultService(named: name))
            } catch let error as KeychainError {
                return Situation(name, problem: error)
            }
        }

        var lockText: String {
            guard problem == nil else { return "does not open" }
            return isUnlocked ? "unlocked" : "locked"
        }
    }

    func run() throws {
        let directory = try VaultAccess.directory()
        let all =
            try name.map { [try Situation(directory.vaultService(named: $0))] }
            ?? directory.vaultNames().map { try Situation.ofOne($0, in: directory) }
        guard !json else { return try VaultJSON.print([("vaults", .array(all.map(Self.object)))]) }
        let rows = all.map { vault in
            [
                vault.name, vault.lockText, vault.items.map { String($0) } ?? "-",
                vault.password.map(DerivationText.text) ?? "-",
            ].map { UntrustedText.forTerminal($0) }
        }
        all.forEach(Self.complain)
        if rows.isEmpty { StandardStreams.complain("there is no vault; make one with: chatelaine vault create\n") }
        try StandardStreams.write(
            TextTable(titles: ["VAULT", "LOCK", "ITEMS", "KEY DERIVATION"], rows: rows)
                .text(Style(for: STDOUT_FILENO), isForPeople: isatty(STDOUT_FILENO) == 1))
    }

    private static func complain(_ vault: Situation) {
        guard let problem = vault.problem else { return }
        let remedy = problem.remedy.map { "\n  next: \($0)" } ?? ""
        StandardStreams.complain(
            UntrustedText.forTerminal(
                "the vault \(vault.name) does not open: \(problem.reason)\(remedy)", keepingNewlines: true) + "\n")
    }

    private static func object(_ vault: Situation) -> JSONText {
        .object([
            ("name", .string(vault.name)), ("locked", .bool(!vault.isUnlocked)),
            ("items", vault.items.map(JSONText.number) ?? .null),
            ("derivation", vault.password.map(VaultJSON.derivation) ?? .null),
            ("problem", JSONText(vault.problem?.reason)),
        ])
    }
}
