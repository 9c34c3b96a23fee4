import AgentClient
import ArgumentParser
import LinuxSupport
import PasswordVault
import Secrets

struct VaultRecoveryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery",
        abstract: "Makes a key that opens a vault without its master password, or uses it.",
        discussion: """
            Examples:
              chatelaine vault recovery make
              chatelaine vault recovery use
            """,
        subcommands: [MakeCommand.self, ConfirmCommand.self, UseCommand.self]
    )

    struct MakeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make",
            abstract: "Makes a recovery key and prints it, once.",
            discussion: """
                Write it down and keep it away from this machine: it opens a copy of the vault anywhere. On a terminal it is typed \
                back, and counts from then on; one that was made earlier opens nothing any more. To a file or another program it is \
                printed only: it counts after “vault recovery confirm”, or with --yes as soon as it was written.

                Examples:
                  chatelaine vault recovery make
                  chatelaine vault recovery make | lpr
                """
        )

        @Flag(name: .shortAndLong, help: "Have it count as soon as it was written, without typing it back.")
        var yes = false
        @Flag(help: .vaultJSON) var json = false
        @OptionGroup var options: VaultOptions

        func run() throws {
            let vault = try VaultSession.unlocked(options).vault
            try NewVaultRecoveryKey(vault: vault, isTaken: yes, json: json).handOver()
        }
    }

    struct ConfirmCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "confirm",
            abstract: "Has a recovery key count that was printed to a file or to another program.",
            discussion: """
                Type it from where you keep it: what you type here is what opens the vault from then on. One that was made \
                earlier opens nothing any more. With --stdin it is a line of standard input, after that of --password-stdin.

                Examples:
                  chatelaine vault recovery confirm
                  chatelaine vault recovery confirm --vault work --stdin <key.txt
                """
        )

        @Flag(help: "Read the recovery key from standard input.") var stdin = false
        @OptionGroup var options: VaultOptions

        func run() throws {
            let vault = try VaultSession.unlocked(options).vault
            try vault.confirmRecoveryKey(RecoveryKeyHandover.confirmed(fromStandardInput: stdin))
            StandardStreams.complain("the recovery key counts from now on; an earlier one opens nothing any more\n")
        }
    }

    struct UseCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use",
            abstract: "Gives a vault a new master password, by its recovery key.",
            discussion: """
                On another machine, copy the vault's file there first (share/doc/chatelaine/vault.md). Everything in the vault is kept. With --stdin \
                the recovery key and the new master password are two lines.

                Copy the file while no program uses the vault. One that was copied while a program wrote may be damaged, and is \
                refused then.

                Examples:
                  chatelaine vault recovery use
                  printf '%s\\n' "$KEY" "$NEW" | chatelaine vault recovery use --vault work --stdin
                """
        )

        @Option(
            name: .customLong("vault"), help: "The vault's name. Need not be said where there is only one.",
            completion: VaultCompletion.vaults)
        var name: String?
        @Option(help: "How its key is derived from the new master password.")
        var kdf = VaultPassword.Derivation.argon2id
        @Flag(help: "Take a master password that is easily guessed.") var allowWeak = false
        @Flag(help: "Recover what is left in a file that is damaged. No agent may run meanwhile.") var damaged =
            false
        @Flag(help: "Read both from standard input, one per line.") var stdin = false

        func run() throws {
            let directory = try VaultAccess.directory()
            let name = try VaultAccess.name(name, in: directory)
            let key = try MasterPassword.old(
                "Recovery key of \(UntrustedText.forTerminal(name)): ", fromStandardInput: stdin)
            let password = try MasterPassword.new(
                "New master password: ", fromStandardInput: stdin, allowsWeak: allowWeak, knowing: [name])
            _ = try ActivityIndicator.run(for: "recovering") {
                try recover(name, in: directory, key, password)
            }
            StandardStreams.complain(
                "the vault has its new master password; the recovery key is used up, make another with: "
                    + "chatelaine vault recovery make\n")
        }

        private func recover(
            _ name: String, in directory: any VaultDirectoryService, _ key: borrowing SecretBytes,
            _ password: borrowing SecretBytes
        ) throws {
            guard damaged else {
                return try directory.recoverVault(name, recoveryKey: key, newPassword: password, derivation: kdf)
            }
            guard let files = directory as? VaultDirectory else {
                throw Failure(
                    .failed, "the agent recovers no damaged vault", remedy: try AgentStatus.ofUser()?.remedyToEndIt)
            }
            _ = try files.recover(
                name, recoveryKey: key, newPassword: password, derivation: kdf, acceptingDamage: true)
        }
    }
}
