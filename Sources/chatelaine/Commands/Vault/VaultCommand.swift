import ArgumentParser

struct VaultCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "Keeps logins, cards, identities, notes and licences under a master password.",
        discussion: """
            An item is named by its title, or by the id that “show” prints. Secrets are never arguments: they are asked for, or \
            lines of standard input. See share/doc/chatelaine/vault.md.

            Examples:
              chatelaine vault create
              chatelaine vault add "My bank" username=maria website=https://bank.example --generate
              chatelaine vault search bank
              chatelaine vault show "My bank" --field password
            """,
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "Items",
                subcommands: [
                    VaultListCommand.self, VaultSearchCommand.self, VaultShowCommand.self, VaultAddCommand.self,
                    VaultEditCommand.self, VaultHistoryCommand.self, VaultDuplicateCommand.self,
                    VaultMoveCommand.self, VaultAttachCommand.self, VaultQRCommand.self, VaultHealthCommand.self,
                ]),
            CommandGroup(
                name: "Archive and trash",
                subcommands: [
                    VaultArchiveCommand.self, VaultRemoveCommand.self, VaultRestoreCommand.self,
                    VaultPurgeCommand.self,
                ]),
            CommandGroup(
                name: "Vaults",
                subcommands: [
                    VaultCreateCommand.self, VaultRenameCommand.self, VaultDeleteCommand.self,
                    VaultUndeleteCommand.self,
                    VaultUnlockCommand.self, VaultLockCommand.self, VaultStatusCommand.self,
                    VaultPasswordCommand.self, VaultDerivationCommand.self, VaultRecoveryCommand.self,
                ]),
            CommandGroup(
                name: "Moving in and out", subcommands: [VaultImportCommand.self, VaultExportCommand.self]),
            CommandGroup(name: "Passwords", subcommands: [VaultGenerateCommand.self]),
        ]
    )
}
