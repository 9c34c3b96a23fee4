import AgentProtocol
import ArgumentParser
import Backup
import KeychainServices
import LinuxSupport
import Secrets

extension BackupInterval: ExpressibleByArgument {}

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies all keychains and vaults into one sealed file.",
        discussion: """
            The file has a password of its own, or a recovery key. Programs may go on using the keychains meanwhile. The file is read \
            back before it gets its name, and an existing one is kept unless --force is given. Items that must not leave this device \
            are left out; --list says how many. “chatelaine restore” brings the rest back, on any machine.

            With --schedule the user's service manager makes a backup at intervals, without any password: it is sealed to a key \
            whose other half only the password or the recovery key opens. “chatelaine status” says if one fails or is overdue.

            Examples:
              chatelaine backup /media/disk/home.chatelaine-backup
              chatelaine backup --verify /media/disk/home.chatelaine-backup
              chatelaine backup --list /media/disk/home.chatelaine-backup
              chatelaine backup --schedule daily --keep 14 /media/disk
              chatelaine backup --unschedule
            """
    )

    @Argument(help: "The file; with --schedule the directory.", completion: .file()) var file: String?
    @Flag(help: "Read a backup to its end, and check every item that opens without a passcode.") var verify = false
    @Flag(help: "List what is in a backup.") var list = false
    @Option(help: "Make backups at intervals: daily or weekly.") var schedule: BackupInterval?
    @Option(help: "With --schedule: how many backups are kept; 14 unless given.") var keep: Int?
    @Flag(help: "Take back what --schedule did; its backups stay.") var unschedule = false
    @Flag(help: "Make the backup of the schedule now, without a password.") var scheduled = false
    @Flag(help: "Print a recovery key, once, which opens the backup in place of a password.") var recoveryKey = false
    @Flag(help: "Replace an existing file.") var force = false
    @Flag(help: "Take a password that is easily guessed.") var allowWeak = false
    @Flag(help: "Take the password or the recovery key of the backup from the first line of standard input.")
    var passwordStdin = false
    @Flag(help: .json) var json = false

    func validate() throws {
        let modes = [verify, list, schedule != nil, unschedule, scheduled].filter { $0 }.count
        guard modes <= 1 else {
            throw ValidationError("--verify, --list, --schedule, --unschedule and --scheduled exclude each other")
        }
        let needsFile = !unschedule && !scheduled
        guard needsFile == (file != nil) else {
            throw ValidationError(needsFile ? "the file is missing" : "there is no file to name here")
        }
        guard keep == nil || schedule != nil else { throw ValidationError("--keep needs --schedule") }
        guard !recoveryKey || !verify && !list && !unschedule && !scheduled else {
            throw ValidationError("--recovery-key makes a new key; an existing one is asked for")
        }
        guard !recoveryKey || !passwordStdin else {
            throw ValidationError("--recovery-key and --password-stdin exclude each other")
        }
        guard !force || modes == 0 else { throw ValidationError("--force is for making a backup") }
    }

    func run() throws {
        if unschedule { return try BackupScheduling.unschedule() }
        if scheduled { return try runScheduled() }
        guard let file else { throw Failure.usage("the file is missing") }
        let path = try BackupInput.absolute(file)
        if let schedule { return try BackupScheduling.schedule(schedule, keep: keep ?? 14, path, makeSecret()) }
        if verify || list { return try inspect(path) }
        try make(path)
    }

    // MARK: - Making

    private func make(_ path: String) throws {
        let root = try BackupInput.root()
        let secret = try makeSecret()
        let keys = try ActivityIndicator.run(for: "deriving the key") { () throws(KeychainError) in
            try BackupKeys(secret)
        }
        let activity = BackupActivity("backup")
        let manifest = try BackupMaker(root: root, release: ProtocolVersion.release).make(
            at: path, keys: keys, overwrites: force, progress: activity.show)
        activity.end()
        try report(manifest, path)
    }

    private func makeSecret() throws -> BackupSecret {
        if recoveryKey { return .recoveryKey(try BackupInput.newRecoveryKey()) }
        return .password(try BackupInput.newPassword(fromStandardInput: passwordStdin, allowsWeak: allowWeak))
    }

    private func report(_ manifest: BackupManifest, _ path: String) throws {
        guard !json else { return try JSONText.print([("file", .string(path))] + BackupText.object(manifest)) }
        // Standard output may have a recovery key alone.
        StandardStreams.complain(
            "\(BackupText.lines(manifest))\nwrote and read back \(UntrustedText.forTerminal(path))\n")
    }

    private func runScheduled() throws {
        let root = try BackupInput.root()
        WritingInterruption.watch()
        let outcome = try ScheduledRun(root: root, release: ProtocolVersion.release).run()
        guard !json else {
            return try JSONText.print([
                ("file", .string(outcome.path)), ("removed", .array(outcome.removed.map(JSONText.string))),
            ])
        }
        try StandardStreams.print(
            (["wrote \(outcome.path)"] + outcome.removed.map { "removed \($0)" }).map { UntrustedText.forTerminal($0) }
                .joined(separator: "\n"))
    }

    // MARK: - Reading

    private func inspect(_ path: String) throws {
        let reader = try BackupReader(path)
        let secret = try BackupInput.secret(of: reader, fromStandardInput: passwordStdin)
        let backup = try ActivityIndicator.run(for: "deriving the key") { () throws(KeychainError) in
            try reader.open(secret)
        }
        guard verify else {
            guard !json else { return try JSONText.print(BackupText.object(backup.manifest)) }
            return try StandardStreams.print(BackupText.lines(backup.manifest))
        }
        let activity = BackupActivity("reading the backup")
        let check = try backup.check(activity.show)
        activity.end()
        try report(check, backup.manifest)
    }

    private func report(_ check: BackupCheck, _ manifest: BackupManifest) throws {
        if json {
            let parts = check.parts.map { part in
                JSONText.object([
                    ("kind", .string(part.entry.vault == nil ? "keychain" : "vault")),
                    ("name", .string(part.entry.name)),
                    ("opened", .number(part.found.opened)), ("locked", .number(part.found.locked)),
                    ("damage", JSONText(part.found.damage)),
                ])
            }
            try JSONText.print([
                ("made", .string(DateText.text(manifest.date))), ("sound", .bool(check.isSound)),
                ("contents", .array(parts)),
            ])
        } else {
            let lines = check.parts.map { part in
                let state = part.found.damage.map { "damaged when the backup was made: \($0)" } ?? "intact"
                return
                    "\(BackupText.name(part.entry)): \(state); \(part.found.opened) opened, \(part.found.locked) locked by its "
                    + (part.entry.vault == nil ? "passcode" : "master password")
            }
            try StandardStreams.print((["every byte is as it was written"] + lines).joined(separator: "\n"))
        }
        guard check.isSound else {
            throw Failure(
                .incomplete, "a keychain was damaged when the backup was made", remedy: "see: chatelaine doctor")
        }
    }
}
