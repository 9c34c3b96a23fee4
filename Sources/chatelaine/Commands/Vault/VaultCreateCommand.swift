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
            Asks for its master password twice. The vault cannot be opened without it, unless there is a recovery key, which \
            counts as that of “vault recovery make” does.

            Examples:
              chatelaine vault create
              chatelaine vault create work --kdf pbkdf2-sha256 --recovery-key
            """
    )

    @Argument(help: "The vault's name.") var name = "personal"
    @Option(help: "How its key is derived from the master password.") var kdf = VaultPassword.Derivation.argon2id
    @Flag(help: "Print a key that opens the vault without the master password, once.") var recoveryKey = false
    @Flag(name: .shortAndLong, help: "Have the recovery key count as soon as it was written, without typing it back.")
    var yes = false
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
        if !json { StandardStreams.complain("made the vault \(UntrustedText.forTerminal(name))\n") }
        if recoveryKey {
            try NewVaultRecoveryKey(vault: vault, isTaken: yes, json: json).handOver()
        } else if json {
            try VaultJSON.print([("vault", .string(name)), ("recoveryKey", .null)])
        }
    }

    /// Whether there is such a vault, except one whose creation was interrupted: that one is completed. Any other error about it is left to
    /// the creation.
    private func isTaken(in directory: any VaultDirectoryService) throws -> Bool {
        guard try directory.vaultNames().contains(name) else { return false }
        return (try? directory.vaultService(named: name).passwordDerivation()) != nil
    }
}

/// A new recovery key of a vault, for the user.
struct NewVaultRecoveryKey {
    let vault: any VaultService
    /// Whether it counts as soon as it was written.
    let isTaken: Bool
    let json: Bool

    /// - Throws: if the user does not have it; an earlier one counts then.
    func handOver() throws {
        let text = Vault.newRecoveryKey()
        let command = "vault recovery confirm --vault \(UntrustedText.forTerminal(vault.name))"
        try RecoveryKeyHandover(isTaken: isTaken, confirmation: command).perform {
            try write(text)
        } isKey: {
            Self.areSame($0, text)
        } confirm: {
            try vault.confirmRecoveryKey(text)
        }
    }

    private func write(_ text: borrowing SecretBytes) throws {
        guard json else {
            return try text.withUnsafeBytes { try StandardStreams.write(Data($0) + [UInt8(ascii: "\n")]) }
        }
        let key = text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        try VaultJSON.print([("vault", .string(vault.name)), ("recoveryKey", .string(key))])
    }

    private static func areSame(_ typed: borrowing SecretBytes, _ text: borrowing SecretBytes) -> Bool {
        guard let typed = VaultRecoveryKey.key(typed), let key = VaultRecoveryKey.key(text) else { return false }
        return typed.equals(key)
    }
}
