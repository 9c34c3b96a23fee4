import AgentClient
import ArgumentParser
import KeychainServices

struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Locks the keychain and all vaults, for all programs.",
        discussion: """
            The agent evicts the keys from memory at once. Without an agent there is nothing to lock: every program asks for the passcode \
            itself. A keychain without a passcode cannot be locked: if there are no vaults either, this ends with 78.

            Example:
              chatelaine lock
            """
    )

    func run() throws {
        try AgentSession.require()
        try UserKeychains.current.lockPortable()
        let keychain = try Session.open()
        let hasPasscode = try keychain.lockState() != .noPasscode
        // Vaults have passwords of their own.
        guard try hasPasscode || !VaultAccess.directory().vaultNames().isEmpty else {
            throw Failure(.noPasscode, "nothing is locked: there is no passcode")
        }
        try keychain.lock()
        if !hasPasscode {
            StandardStreams.complain(
                "the vaults are locked; the keychain is not: there is no passcode\n"
                    + "  next: set one with: chatelaine passcode set\n")
        }
    }
}

struct UnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlocks the keychain for all programs, until it is locked.",
        discussion: """
            With --login it is the password of a login, which may be another than the passcode: nothing is tried if the keychain \
            is unlocked already, or if one more wrong passcode would make all programs wait.

            Examples:
              chatelaine unlock
              printf '%s\\n' "$PASSCODE" | chatelaine unlock --stdin
            """
    )

    @OptionGroup var options: PasscodeOptions
    @Flag(help: "For the PAM module: it is the password of a login.") var login = false

    func run() throws {
        try AgentSession.require()
        let keychain = try Session.open()
        try keychain.requirePasscode()
        if login {
            guard try keychain.lockState().needsPasscode else { return }
            let password = try SecretSource.passcode("Password: ", fromStandardInput: options.stdin)
            return try AgentSession.administration().unlock(withLoginPassword: password)
        }
        let passcode = try SecretSource.passcode("Passcode of the keychain: ", fromStandardInput: options.stdin)
        try keychain.unlock(passcode: passcode, progress: Progress.show)
    }
}
