import ArgumentParser
import KeychainServices
import LinuxSupport
import PasswordVault

struct VaultPasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Changes the master password.",
        discussion: """
            If another person may know the old one, use --compromised: it makes new keys for every item. Otherwise an old copy of the \
            file and the old master password still open items that are added later. A recovery key has to be made again then. \
            With --password-stdin the old and the new one are two lines.

            Examples:
              chatelaine vault password
              printf '%s\\n' "$OLD" "$NEW" | chatelaine vault password --password-stdin --compromised
            """
    )

    @Flag(help: "Make new keys for every item.") var compromised = false
    @Flag(help: "Take a master password that is easily guessed.") var allowWeak = false
    @OptionGroup var options: VaultOptions

    func run() throws {
        let vault = try VaultSession(options).vault
        let name = UntrustedText.forTerminal(vault.name)
        let old = try MasterPassword.old(
            "Current master password of \(name): ", fromStandardInput: options.passwordStdin)
        if try !vault.isUnlocked() {
            try ActivityIndicator.run(for: "unlocking") { () throws(KeychainError) in try vault.unlock(old) }
        }
        let new = try MasterPassword.new(
            "New master password: ", fromStandardInput: options.passwordStdin, allowsWeak: allowWeak, knowing: [name])
        let derivation = try vault.passwordDerivation().derivation
        try ActivityIndicator.run(for: "changing the master password") { () throws(KeychainError) in
            try vault.changePassword(from: old, to: new, derivation: derivation, compromised: compromised)
        }
        StandardStreams.complain(
            compromised
                ? "the master password was changed, and all keys; a recovery key has to be made again\n"
                : "the master password was changed\n")
    }
}

struct VaultDerivationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kdf",
        abstract: "Shows or changes how the vault's key is derived from the master password.",
        discussion: """
            Examples:
              chatelaine vault kdf show
              chatelaine vault kdf change argon2id
            """,
        subcommands: [ShowCommand.self, ChangeCommand.self]
    )

    struct ShowCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Shows the function and what it costs. Needs no master password.",
            discussion: """
                Example:
                  chatelaine vault kdf show --json
                """
        )

        @Option(
            name: .customLong("vault"), help: "The vault's name. Need not be said where there is only one.",
            completion: VaultCompletion.vaults)
        var name: String?
        @Flag(help: .vaultJSON) var json = false

        func run() throws {
            let directory = try VaultAccess.directory()
            let vault = try directory.vaultService(named: VaultAccess.name(name, in: directory))
            let password = try vault.passwordDerivation()
            guard !json else {
                return try VaultJSON.print([
                    ("vault", .string(vault.name)), ("derivation", VaultJSON.derivation(password)),
                ])
            }
            try StandardStreams.print(DerivationText.text(password))
        }
    }

    struct ChangeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change",
            abstract: "Derives the key by another function, or again by the same one.",
            discussion: """
                What it costs is chosen so that it takes about half a second on this machine. The master password stays.

                Examples:
                  chatelaine vault kdf change argon2id
                  chatelaine vault kdf change pbkdf2-sha256
                """
        )

        @Argument(help: "argon2id or pbkdf2-sha256.") var function: VaultPassword.Derivation
        @OptionGroup var options: VaultOptions

        func run() throws {
            let vault = try VaultSession(options).vault
            let password = try MasterPassword.old(
                "Master password of \(UntrustedText.forTerminal(vault.name)): ",
                fromStandardInput: options.passwordStdin)
            try ActivityIndicator.run(for: "deriving the key") { () throws(KeychainError) in
                if try !vault.isUnlocked() { try vault.unlock(password) }
                try vault.changePassword(from: password, to: password, derivation: function, compromised: false)
            }
            StandardStreams.complain("\(DerivationText.text(try vault.passwordDerivation()))\n")
        }
    }
}
