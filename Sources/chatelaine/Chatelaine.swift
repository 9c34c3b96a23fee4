import AgentClient
import ArgumentParser
import Authentication
import Glibc
import KeychainServices
import LinuxSupport
import Secrets

/// The command-line tool. It parses arguments and prints results; the modules of the keychain do the work.
///
/// Specified in: Docs/command-line.md.
@main
struct Chatelaine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chatelaine",
        abstract: "Keeps passwords and other secrets in an encrypted keychain.",
        discussion: """
            Examples:
              chatelaine set mail.example.com alice    asks for a password, stores it
              chatelaine get mail.example.com alice    prints it
              chatelaine list                          lists what is stored
              chatelaine generate | chatelaine set mail.example.com alice

            A secret is never an argument: it is asked for on a terminal, or read from standard input. \
            Exit codes: 0 done, 2 usage, 36 locked, 44 not found, 45 duplicate, 51 wrong passcode, 69 no clipboard, 75 wait first, 78 no passcode to lock with, 126 and 127 a command that cannot be run, 128 cancelled, 1 others.
            """,
        version: VersionCommand.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Secrets",
                subcommands: [SetCommand.self, GetCommand.self, GenerateCommand.self, ClipboardCommand.self]),
            CommandGroup(
                name: "References to secrets",
                subcommands: [ReadCommand.self, RunCommand.self, InjectCommand.self]),
            CommandGroup(
                name: "Items",
                subcommands: [
                    ListCommand.self, FindCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self,
                    RemoveCommand.self,
                ]),
            CommandGroup(
                name: "Password vaults",
                subcommands: [VaultCommand.self, BrowserCommand.self, AutofillCommand.self]),
            CommandGroup(
                name: "Files",
                subcommands: [ProtectCommand.self, UnprotectCommand.self, CatCommand.self, FileListCommand.self]),
            CommandGroup(
                name: "The keychain",
                subcommands: [
                    PasscodeCommand.self, RecoveryKeyCommand.self, DeviceKeyCommand.self, LockCommand.self,
                    UnlockCommand.self, StatusCommand.self, DoctorCommand.self, VersionCommand.self,
                ]),
            CommandGroup(name: "Backups", subcommands: [BackupCommand.self, RestoreCommand.self]),
            CommandGroup(name: "Authentication", subcommands: [FingerprintCommand.self]),
            CommandGroup(
                name: "The agent",
                subcommands: [
                    AgentCommand.self, AppsCommand.self, ApproveCommand.self, PrompterCommand.self, WhoamiCommand.self,
                    TokenCommand.self, LogCommand.self, MigrateCommand.self,
                ]),
        ]
    )

    static func main() {
        InheritedEnvironment.keep()
        StandardStreams.occupy()
        SecuredStart.begin(.tool)
        SecretMemory.endProgramWithReason()
        // The TPM library logs every refusal itself, and our messages are enough. Set here, while there is only one thread.
        setenv("TSS2_LOG", "all+none", 0)
        Authentication.defaultAuthenticator = ProcessAuthenticator.shared
        PasscodeHash.askAboutCost(CostQuestion.ask)
        // When a command has ended, the keychain's file alone is a complete copy.
        KeychainLog.moveAtEveryCommit()
        PersonNotice.whenAsking {
            StandardStreams.complain(
                "waiting: you are asked whether this may be done, by a window or by polkit; a minute at most, ^C gives up\n"
            )
        }
        do {
            try ArgumentBytes.check()
            try SecurityTool.runAndExit(ifCalledBy: CommandLine.arguments)
            try SecretLookup(plain: CommandLine.arguments)?.runAndExit()
            try SecretStorage(plain: CommandLine.arguments)?.runAndExit()
            var command = try parseAsRoot()
            try command.run()
        } catch {
            Failure.end(error, of: Self.self)
        }
    }
}
