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
        subcommands: [MakeCommand.self, UseCommand.self]
    )

    struct MakeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make",
            abstract: "Makes a recovery key and prints it, once.",
            discussion: """
                Write it down and keep it away from this machine: it opens a copy of the vault anywhere. One that was made earlier \
                opens nothing any more.

                Example:
                  chatelaine vault recovery make
                """
        )

        @Flag(help: .vaultJSON) var json = false
        @OptionGroup var options: VaultOptions

        func run() throws {
            let vault = try VaultSession.unlocked(options).vault
            guard json else { return try RecoveryKeyText.print(vault) }
            let key = try RecoveryKeyText.string(vault.makeRecoveryKey())
            try VaultJSON.print([("vault", .string(vault.name)), ("recoveryKey", .string(key))])
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
        @Flag(help: "Recover what is left in a file that is damaged. Takes a vault that no agent has.") var damaged =
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
                throw Failure(.failed, "the agent recovers no damaged vault", remedy: "end the agent first")
            }
            _ = try files.recover(
                name, recoveryKey: key, newPassword: password, derivation: kdf, acceptingDamage: true)
        }
    }
}
