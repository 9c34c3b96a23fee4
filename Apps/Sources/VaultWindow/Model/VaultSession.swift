import Foundation
import GtkSupport
import KeychainServices
import PasswordVault
import Secrets
import VaultClient

/// The user's vault: which there are, and whether the one that is shown is open.
@MainActor final class VaultSession {
    enum Situation: Equatable {
        /// Nobody knows yet.
        case starting
        /// The vaults belong to an agent, and none runs; or it refuses this program. What is wrong, in words.
        case unreachable(String)
        /// There is no vault.
        case none
        case locked
        case unlocked
    }

    private(set) var situation = Situation.starting
    /// All vaults, in order.
    private(set) var names: [String] = []
    /// The vault that is shown.
    private(set) var name = "personal"
    /// Told of every change of ``situation``.
    var onChange: @MainActor (Situation) -> Void = { _ in }

    private let thread = VaultThread()
    private var directory: (any VaultDirectoryService)?
    private var vault: (any VaultService)?

    /// Looks which vaults there are, as at the beginning.
    ///
    /// - Parameter preferred: the vault that is shown if there is one of that name.
    func connect(preferred: String? = nil) async {
        do {
            let (directory, names) = try await thread.run {
                let directory = try AgentVaults.ofUser(forProcessAlone: true)
                return (directory, try directory.vaultNames())
            }
            (self.directory, self.names) = (directory, names)
            guard let first = names.first else { return become(.none) }
            try await choose([preferred, "personal"].compactMap { $0 }.first { names.contains($0) } ?? first)
        } catch { become(.unreachable(Self.words(for: error))) }
    }

    /// Shows another vault.
    func choose(_ name: String) async throws {
        guard let directory else { return }
        let (vault, isUnlocked) = try await thread.run {
            let vault = try directory.vaultService(named: name)
            return (vault, try vault.isUnlocked())
        }
        (self.vault, self.name) = (vault, name)
        become(isUnlocked ? .unlocked : .locked)
    }

    /// Makes the first vault, which is open then. Nobody is told before ``finishCreating()``: there is more to be shown first.
    func create(_ password: Secret) async throws {
        guard let directory else { return }
        let name = name
        vault = try await thread.run {
            try directory.createVault(name, password: password.copy(), derivation: .argon2id)
        }
        names = [name]
    }

    func finishCreating() { become(.unlocked) }

    func unlock(_ password: Secret) async throws {
        guard let vault else { return }
        try await thread.run { try vault.unlock(password.copy()) }
        become(.unlocked)
    }

    /// Gives the vault that is shown a new master password, by its recovery key, and opens it. The key is used up then.
    func recover(_ key: Secret, _ password: Secret) async throws {
        guard let directory, let locked = vault else { return }
        let name = name
        vault = try await thread.run {
            let derivation = try locked.passwordDerivation().derivation
            try directory.recoverVault(
                name, recoveryKey: key.copy(), newPassword: password.copy(), derivation: derivation)
            let vault = try directory.vaultService(named: name)
            try vault.unlock(password.copy())
            return vault
        }
        become(.unlocked)
    }

    /// Waits for a finger, and unlocks the vault with it.
    func unlock(_ stop: FingerprintStop) async throws {
        guard let vault = vault as? any FingerprintVault else { return }
        // Not where all other calls are made: a person takes time.
        try await offMain { () throws(KeychainError) in try vault.unlockByFingerprint(stop) }
        guard vault.name == name else { return }
        become(.unlocked)
    }

    /// Whether an agent has the vault.
    var isFingerprintVault: Bool { vault is any FingerprintVault }

    /// Does something about fingers.
    func performOnFingerprintVault<Value: Sendable>(
        _ body: @escaping @Sendable (any FingerprintVault) throws -> Value
    ) async throws -> Value? {
        guard let vault = vault as? any FingerprintVault else { return nil }
        return try await thread.run { try body(vault) }
    }

    func lock() async {
        guard let vault, situation == .unlocked else { return }
        become(.locked)
        try? await thread.run { try vault.lock() }
    }

    /// Looks whether the vault is still open: an agent locks it by itself.
    func check() async {
        guard let vault, situation == .unlocked else { return }
        do {
            let isUnlocked = try await thread.run { try vault.isUnlocked() }
            guard situation == .unlocked, !isUnlocked else { return }
            become(.locked)
        } catch { await note(error) }
    }

    /// Does something with the open vault, on a thread of its own.
    ///
    /// - Throws: what `body` throws; where that says that the vault is closed, ``onChange`` has been told.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (any VaultService) throws -> Value) async throws -> Value
    {
        guard let vault else { throw KeychainError(.notAvailable, "there is no vault") }
        do { return try await thread.run { try body(vault) } } catch {
            await note(error)
            throw error
        }
    }

    private func note(_ error: any Error) async {
        guard let error = error as? KeychainError, situation == .unlocked else { return }
        switch error.code {
        case .interactionNotAllowed: become(.locked)
        case .notAvailable: await connect(preferred: name)
        default: break
        }
    }

    private func become(_ situation: Situation) {
        guard self.situation != situation else { return }
        self.situation = situation
        onChange(situation)
    }

    /// What went wrong, for people.
    static func words(for error: any Error) -> String {
        switch error {
        case let error as KeychainError:
            let reason = error.reason.startingUppercase + "."
            guard let remedy = error.remedy else { return reason }
            return reason + " " + remedy.startingUppercase + "."
        case let failure as Failure: return failure.words
        default: return "\(error)"
        }
    }
}

/// An error that already has the words for the user.
struct Failure: Error {
    let words: String
}
