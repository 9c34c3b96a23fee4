import ArgumentParser
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault
import Secrets

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examines the keychain, and repairs it if asked.",
        discussion: """
            Checks the file's structure, that every item can be decrypted and found, permissions and the device key; of the keychain and \
            of every vault. Nothing is changed without --repair, which makes a copy first, and brings what is readable of a damaged file \
            into a new one. Ends with 1 if something is wrong. A keychain that a later release has made is not repaired.

            What is in a vault can be checked only with its master password: --unlock asks for it.

            What the recovery key opens can be checked only with the key itself: --recovery-key asks for it, and says for each class \
            whether it opens the class. With --vault it is the vault's. Nothing is changed, and the key stays as good as it was.

            The passcode that the keychain had before a repair opens the copy. Copies are listed, until --remove-copies or \
            “chatelaine passcode change --compromised” removes them.

            Changes that were acknowledged may be missing, because the log is damaged or an older file was put back. Then nothing is \
            read or written until --repair has found them in the log, a newer copy is put back, or --accept-state accepts the loss.

            Examples:
              chatelaine doctor
              chatelaine doctor --unlock          looks into locked items too
              chatelaine doctor --repair
              chatelaine doctor --unlock --repair --vault personal
              chatelaine doctor --recovery-key    checks the recovery key too
              chatelaine doctor --remove-copies   after a repair that brought everything back
            """
    )

    @Option(
        name: .customLong("vault"), help: "Examine this vault only; without it, the keychain and every vault.",
        completion: VaultCompletion.vaults)
    var vault: String?
    @Flag(help: "Repair what can be repaired, after making a copy.") var repair = false
    @Flag(help: "Ask for the passcode, and for master passwords of vaults, to look into items that are locked.")
    var unlock = false
    @Flag(help: "Take the passcode, or with --vault the master password, from the first line of standard input.")
    var passcodeStdin = false
    @Flag(help: "Ask for the recovery key, and say for each class whether it opens the class.")
    var recoveryKey = false
    @Flag(help: "Take the recovery key from the next line of standard input.") var recoveryKeyStdin = false
    @Flag(help: "Permanently remove the damaged items that an earlier repair moved to the quarantine.")
    var emptyQuarantine = false
    @Flag(help: "Permanently remove the copies that earlier repairs made.") var removeCopies = false
    @Flag(help: "Accept that acknowledged changes are missing, after making a copy, and go on with what is there.")
    var acceptState = false
    @Flag(help: .json) var json = false

    func validate() throws {
        guard !acceptState || !(repair || removeCopies) else {
            throw ValidationError(
                "--accept-state comes alone: it keeps a copy, and a repair may bring back what is missing.")
        }
        guard !(repair && removeCopies) else {
            throw ValidationError("--remove-copies would remove the copy that --repair makes: repair first.")
        }
        guard !((recoveryKey || recoveryKeyStdin) && steps.changeSomething) else {
            throw ValidationError("A recovery key is examined without any change: do what changes something first.")
        }
    }

    func run() throws {
        let root = try KeychainRoot.user()
        var report = DoctorReport()
        for vault in try subjects(root) {
            do {
                let examination = DoctorExamination(
                    root: root, vault: vault, password: try passcode(of: vault), recoveryKey: try recoveryKey(of: vault)
                )
                report.add(try examination.run(steps))
            } catch let error as KeychainError
                where vault != nil && self.vault == nil && error.code != .authenticationFailed
            {
                // One that cannot be examined does not hide the others.
                report.add(DoctorExamination.Result(vault: vault, error))
            }
        }
        try StandardStreams.write(json ? report.json : report.text)
        if let failure = report.failure(hasRepaired: repair) { throw failure }
    }

    private var steps: DoctorExamination.Steps {
        DoctorExamination.Steps(
            repairs: repair, acceptsState: acceptState, emptiesQuarantine: emptyQuarantine, removesCopies: removeCopies)
    }

    /// What is examined: the names of vaults, nil for the keychain.
    private func subjects(_ root: KeychainRoot) throws -> [String?] {
        let names = DoctorExamination.vaultNames(root)
        guard let vault else { return [nil] + names }
        guard names.contains(vault) else {
            throw Failure(
                .failed, "there is no vault “\(vault)”", remedy: "list the vaults with: chatelaine vault status")
        }
        return [vault]
    }

    /// Returns the password to look into items with. A vault whose password the user leaves out is examined without it.
    private func passcode(of vault: String?) throws -> SecretBytes? {
        guard let vault else {
            guard unlock || passcodeStdin else { return nil }
            return try SecretSource.passcode(
                "Passcode of the keychain: ", fromStandardInput: passcodeStdin, option: "--passcode-stdin")
        }
        guard unlock || passcodeStdin && self.vault != nil else { return nil }
        let isRead = passcodeStdin && self.vault != nil
        let prompt = "Master password of \(UntrustedText.forTerminal(vault)): "
        let password = try SecretSource.passcode(prompt, fromStandardInput: isRead, option: "--passcode-stdin")
        guard password.count > 0 else { return nil }
        return password
    }

    /// Returns the recovery key to examine: the keychain's, or that of the one vault that was named.
    private func recoveryKey(of vault: String?) throws -> SecretBytes? {
        guard recoveryKey || recoveryKeyStdin, vault == self.vault else { return nil }
        let prompt = vault.map { "Recovery key of \(UntrustedText.forTerminal($0)): " } ?? "Recovery key: "
        let text = try SecretSource.passcode(
            prompt, fromStandardInput: recoveryKeyStdin, option: "--recovery-key-stdin")
        guard vault != nil else { return try RecoveryKeyCommand.key(text) }
        guard let key = VaultRecoveryKey.key(text) else { throw VaultRecoveryKey.mistyped }
        return key
    }
}
