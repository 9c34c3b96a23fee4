import ArgumentParser
import Foundation
import KeychainServices
import LinuxSupport
import PasswordVault
import Secrets

extension VaultPassword.Derivation: ExpressibleByArgument {}

struct VaultCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Makes a vault.",
        discussion: """
            Asks for its master password twice. The vault cannot be opened without it, unless there is a recovery key.

            Examples:
              chatelaine vault create
              chatelaine vault create work --kdf pbkdf2-sha256 --recovery-key
            """
    )

    @Argument(help: "The vault's name.") var name = "personal"
    @Option(help: "How its key is derived from the master password.") var kdf = VaultPassword.Derivation.argon2id
    @Flag(help: "Print a key that opens the vault without the master password, once.") var recoveryKey = false
    @Flag(help: "Take a master password that is easily guessed.") var allowWeak = false
    @Flag(help: "Take the master password from the first line of standard input.") var passwordStdin = false
    @Flag(help: .vaultJSON) var json = false

    func run() throws {
        let directory = try VaultAccess.directory()
        guard try !isTaken(in: directory) else {
            throw Failure(
                .duplicateItem, "a vault “\(name)” exists already",
                remedy: "choose another name: chatelaine vault create NAME")
        }
        let password = try MasterPassword.new(
            "Master password for the new vault \(UntrustedText.forTerminal(name)): ", fromStandardInput: passwordStdin,
            allowsWeak: allowWeak, knowing: [name])
        let vault = try ActivityIndicator.run(for: "making the vault") { () throws(KeychainError) in
            try directory.createVault(name, password: password, derivation: kdf)
        }
        if json {
            let key = recoveryKey ? JSONText.string(try RecoveryKeyText.string(vault.makeRecoveryKey())) : .null
            return try VaultJSON.print([("vault", .string(name)), ("recoveryKey", key)])
        }
        StandardStreams.complain("made the vault \(UntrustedText.forTerminal(name))\n")
        if recoveryKey { try RecoveryKeyText.print(vault) }
    }
}

/// The output of a recovery key for the user.
enum RecoveryKeyText {
    static func print(_ vault: any VaultService) throws {
        let key = try vault.makeRecoveryKey()
        StandardStreams.complain("write this down and keep it away from this machine; it is not shown again:\n")
        try key.withUnsafeBytes { try StandardStreams.write(Data($0) + [UInt8(ascii: "\n")]) }
    }

    static func string(_ key: borrowing SecretBytes) -> String {
        key.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
