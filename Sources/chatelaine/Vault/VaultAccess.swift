import ArgumentParser
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault
import Secrets
import VaultClient

/// The options for the vault and the source of its master password.
struct VaultOptions: ParsableArguments {
    @Option(
        name: .customLong("vault"), help: "The vault's name. Need not be said where there is only one.",
        completion: VaultCompletion.vaults)
    var name: String?

    @Flag(help: "Always read the master password from the first line of standard input, even if it is not needed.")
    var passwordStdin = false
}

/// The access of commands to the vaults.
enum VaultAccess {
    /// Returns the vaults. No other code decides which process has them open.
    static func directory() throws -> any VaultDirectoryService { try AgentVaults.ofUser() }

    /// Whether vaults are open in this process only, and locked when it ends.
    static func endsWithProcess(_ directory: any VaultDirectoryService) -> Bool { directory is VaultDirectory }

    /// The error for a name that no vault has.
    static func absent(
        _ name: String, in directory: any VaultDirectoryService, _ error: KeychainError
    ) throws -> Failure {
        let question = Suggestion.question(for: name, among: try directory.vaultNames())
        let remedy = [question, error.remedy].compactMap { $0 }.joined(separator: " Or ")
        return Failure(.failed, error.reason, remedy: remedy.isEmpty ? nil : remedy)
    }

    /// The name that is meant: the given one, or that of the only vault.
    static func name(_ named: String?, in directory: any VaultDirectoryService) throws -> String {
        if let named { return named }
        let names = try directory.vaultNames()
        guard let first = names.first else {
            throw Failure(.failed, "there is no vault yet", remedy: "make one with: chatelaine vault create")
        }
        guard names.count == 1 else {
            throw Failure(
                .usage, "there are \(names.count) vaults", remedy: "say which: --vault \(names.joined(separator: ", "))"
            )
        }
        return first
    }
}

/// A vault that is unlocked as soon as a command needs it.
struct VaultSession {
    let directory: any VaultDirectoryService
    let vault: any VaultService
    private let readsPassword: Bool

    /// - Throws: if there is no such vault, or there are several and none is named.
    init(_ options: VaultOptions) throws { try self.init(named: options.name, readsPassword: options.passwordStdin) }

    /// - Parameters:
    ///   - name: the vault; `nil`: the only one.
    ///   - readsPassword: whether the next line of standard input is the master password, even if it is not needed.
    init(named name: String?, readsPassword: Bool) throws {
        let vaults = try VaultAccess.directory()
        directory = vaults
        do {
            vault = try vaults.vaultService(named: VaultAccess.name(name, in: vaults))
        } catch let error as KeychainError where error.code == .noSuchKeychain {
            throw try VaultAccess.absent(name ?? "", in: vaults, error)
        }
        self.readsPassword = readsPassword
    }

    /// Opens the vault and unlocks it.
    static func unlocked(_ options: VaultOptions) throws -> VaultSession {
        let session = try VaultSession(options)
        try session.unlock()
        return session
    }

    /// Asks for the master password if the vault is locked.
    ///
    /// - Throws: also if there is no such vault, with the name that is closest.
    func unlock() throws {
        do {
            try unlockExisting()
        } catch let error as KeychainError where error.code == .noSuchKeychain {
            throw try VaultAccess.absent(vault.name, in: directory, error)
        }
    }

    private func unlockExisting() throws {
        if readsPassword {
            // The line is there even if it is not needed, and what follows it is something else.
            let password = try StandardInput.passcode()
            guard try !vault.isUnlocked() else { return }
            return try Self.unlock(vault, password)
        }
        guard try !vault.isUnlocked() else { return }
        try Self.ask(for: vault) { try Self.unlock(vault, $0) }
    }

    /// Opens and unlocks several vaults.
    ///
    /// - Parameters:
    ///   - names: their names; empty for the only one.
    ///   - all: whether all vaults are meant.
    static func unlocked(_ names: [String], all: Bool, passwordStdin: Bool) throws -> [any VaultService] {
        var names = names
        if all {
            names = try VaultAccess.directory().vaultNames()
            guard !names.isEmpty else { _ = try VaultAccess.name(nil, in: VaultAccess.directory()); return [] }
        }
        var known: Set<String> = []
        let wanted: [String?] = names.isEmpty ? [nil] : names.filter { known.insert($0).inserted }
        return try wanted.map { name in
            var options = VaultOptions()
            (options.name, options.passwordStdin) = (name, passwordStdin)
            return try VaultSession.unlocked(options).vault
        }
    }

    /// Returns another vault of the same directory, unlocked.
    func otherVault(named name: String) throws -> any VaultService {
        guard name != vault.name else {
            throw Failure.usage("the item is in “\(name)” already", remedy: "name another vault with --to")
        }
        let other = try directory.vaultService(named: name)
        if readsPassword {
            let password = try StandardInput.passcode()
            if try !other.isUnlocked() { try Self.unlock(other, password) }
        } else if try !other.isUnlocked() {
            try Self.ask(for: other) { try Self.unlock(other, $0) }
        }
        return other
    }

    private static func unlock(_ vault: any VaultService, _ password: borrowing SecretBytes) throws {
        try ActivityIndicator.run(for: "unlocking") { () throws(KeychainError) in try vault.unlock(password) }
    }

    /// Asks for the master password and runs `body` with it. Three attempts.
    private static func ask(for vault: any VaultService, _ body: (borrowing SecretBytes) throws -> Void) throws {
        guard let terminal = Terminal() else {
            throw Failure(
                .locked, "the vault “\(vault.name)” is locked",
                remedy:
                    "run it on a terminal, or give the master password as the first line of input with --password-stdin"
            )
        }
        try Session.ask(terminal, "Master password of \(UntrustedText.forTerminal(vault.name)): ", body)
    }
}
