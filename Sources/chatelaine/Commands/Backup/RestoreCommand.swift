import AgentClient
import AgentProtocol
import ArgumentParser
import Backup
import KeychainServices
import LinuxSupport

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Brings keychains and vaults of a backup back.",
        discussion: """
            All that were asked for come back, or none. A keychain or vault that exists is never overwritten: give another name with \
            --as, or --replace, which makes a backup of it first and says where. What was restored opens with its own passcode or \
            master password.

            Examples:
              chatelaine restore /media/disk/home.chatelaine-backup
              chatelaine restore home.chatelaine-backup --only personal --as personal-old
              chatelaine restore home.chatelaine-backup --only personal --replace
            """
    )

    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(help: "Only this keychain or vault. Can be given several times.") var only: [String] = []
    @Option(name: .customLong("as"), help: "Another name for what is restored.") var newName: String?
    @Flag(help: "Replace what is there, after a backup of it.") var replace = false
    @Flag(help: "Take the password or the recovery key of the backup from the first line of standard input.")
    var passwordStdin = false
    @Flag(help: .json) var json = false

    func run() throws {
        let root = try BackupInput.root()
        try checkAgent()
        let reader = try BackupReader(BackupInput.absolute(file))
        let secret = try BackupInput.secret(of: reader, fromStandardInput: passwordStdin)
        let backup = try ActivityIndicator.run(for: "deriving the key") { () throws(KeychainError) in
            try reader.open(secret)
        }
        var choice = BackupRestore.Choice()
        choice.only = only.isEmpty ? nil : only
        choice.newName = newName
        choice.replaces = replace
        let activity = BackupActivity("restoring")
        let outcome = try BackupRestore(root: root, release: ProtocolVersion.release).run(
            backup, choice, progress: activity.show)
        activity.end()
        try report(outcome)
    }

    /// An agent has the keychains open that would be replaced. What is new it finds by itself.
    private func checkAgent() throws {
        guard replace, let agent = try AgentStatus.ofUser() else { return }
        throw Failure(
            .failed, "an agent has the keychains open (process \(agent.pid))",
            remedy: "end it, then try again: systemctl --user stop chatelaine.socket chatelaine.service; "
                + "or, without systemd: kill \(agent.pid)")
    }

    private func report(_ outcome: BackupRestore.Outcome) throws {
        guard !json else {
            let restored = outcome.restored.map { entry, file in
                JSONText.object(BackupText.object(entry) + [("file", .string(file + ".keychain"))])
            }
            return try JSONText.print([
                ("restored", .array(restored)), ("replaced", JSONText(outcome.saved)),
                ("deviceKey", .bool(outcome.broughtDeviceKeyBack)),
            ])
        }
        var lines = outcome.restored.map { entry, file in
            let place = file == entry.file ? "" : " as \(UntrustedText.forTerminal(name(file)))"
            let opening =
                entry.hasPasscode
                ? "its \(entry.vault == nil ? "passcode" : "master password") opens it" : "it has no passcode"
            return "restored \(BackupText.name(entry))\(place): \(BackupText.count(entry)); \(opening)"
        }
        if outcome.broughtDeviceKeyBack { lines.append("the lost device key is back: the keychains here open again") }
        if let saved = outcome.saved {
            lines.append(
                "what was there before is in \(UntrustedText.forTerminal(saved)), which the same password opens")
        }
        try StandardStreams.print(lines.joined(separator: "\n"))
    }

    private func name(_ file: String) -> String {
        file.hasPrefix(KeychainRoot.vaultPrefix) ? String(file.dropFirst(KeychainRoot.vaultPrefix.count)) : file
    }
}
