import Foundation
import GtkSupport
import KeychainServices
import PasswordVault
import Secrets
import VaultClient
import VaultExchange
import VaultHealth

/// The user's vaults, and the state of the vault that is shown.
@MainActor final class VaultSession {
    enum State: Equatable {
        /// The state is not known yet.
        case starting
        /// The vaults belong to an agent that does not run or refuses this program. Has the message for the user.
        case unreachable(String)
        /// There is no vault.
        case none
        case locked
        case unlocked
    }

    private(set) var state = State.starting
    /// The names of all vaults, in order.
    private(set) var names: [String] = []
    /// The name of the vault that is shown.
    private(set) var name = "personal"
    /// Called after each change of ``state``.
    var onChange: @MainActor (State) -> Void = { _ in }

    private let thread = VaultThread()
    private let open: @Sendable () throws -> any VaultDirectoryService
    private var directory: (any VaultDirectoryService)?
    private var vault: (any VaultService)?
    /// The times that the user or the desktop has asked for a lock: what was under way before one does not undo it.
    private var locks = 0
    /// The same when the creation of a vault began.
    private var locksBeforeCreation = 0

    /// - Parameter open: finds the vaults; others than the user's are for tests.
    init(
        open: @escaping @Sendable () throws -> any VaultDirectoryService = {
            try AgentVaults.ofUser(forProcessAlone: true)
        }
    ) { self.open = open }

    /// Looks up the vaults, as at the start.
    ///
    /// - Parameter preferred: the name of the vault to show, if it exists.
    func connect(preferred: String? = nil) async {
        do {
            let (directory, names) = try await thread.run { [open] in
                let directory = try open()
                return (directory, try directory.vaultNames())
            }
            (self.directory, self.names) = (directory, names)
            guard !names.isEmpty else { return setState(.none) }
            try await chooseOne(of: [preferred, "personal"].compactMap { $0 }.filter(names.contains) + names)
        } catch { setState(.unreachable(Self.message(for: error))) }
    }

    /// Shows the first vault that opens: one that does not hides no other.
    private func chooseOne(of names: [String]) async throws {
        var problem: (any Error)?
        for name in names {
            do { return try await choose(name) } catch { problem = problem ?? error }
        }
        if let problem { throw problem }
    }

    /// Shows another vault.
    func choose(_ name: String) async throws {
        guard let directory else { return }
        let (vault, isUnlocked) = try await thread.run {
            let vault = try directory.vaultService(named: name)
            return (vault, try vault.isUnlocked())
        }
        (self.vault, self.name) = (vault, name)
        setState(isUnlocked ? .unlocked : .locked)
    }

    /// Creates the first vault, which is unlocked then. ``onChange`` is not called before ``finishCreating()``: other pages are shown
    /// first.
    func create(_ password: Secret) async throws {
        guard let directory else { return }
        let name = name
        locksBeforeCreation = locks
        vault = try await thread.run {
            try directory.createVault(name, password: password.copy(), derivation: .argon2id)
        }
        names = [name]
    }

    func finishCreating() async {
        guard let vault else { return }
        do { try await noteUnlocked(vault, since: locksBeforeCreation) } catch { setState(.locked) }
    }

    func unlock(_ password: Secret) async throws {
        guard let vault else { return }
        let locks = locks
        try await thread.run { try vault.unlock(password.copy()) }
        try await noteUnlocked(vault, since: locks)
    }

    /// Shows the vault, unless it was locked while it was being unlocked: then it is locked again.
    private func noteUnlocked(_ vault: any VaultService, since locks: Int) async throws {
        guard self.locks == locks else {
            try? await thread.run { try vault.lock() }
            throw KeychainError(.interactionNotAllowed, "the vault was locked meanwhile", remedy: "unlock it again")
        }
        setState(.unlocked)
    }

    /// Sets a new master password for the vault that is shown, by its recovery key, and unlocks the vault. The key is used up by that.
    func recover(_ key: Secret, _ password: Secret) async throws {
        guard let directory, let locked = vault else { return }
        let (name, locks) = (name, locks)
        let recovered = try await thread.run {
            let derivation = try locked.passwordDerivation().derivation
            try directory.recoverVault(
                name, recoveryKey: key.copy(), newPassword: password.copy(), derivation: derivation)
            let vault = try directory.vaultService(named: name)
            try vault.unlock(password.copy())
            return vault
        }
        vault = recovered
        try await noteUnlocked(recovered, since: locks)
    }

    /// Waits for a fingerprint, and unlocks the vault with it.
    func unlock(_ stop: FingerprintStop) async throws {
        guard let vault = vault as? any FingerprintVault else { return }
        let locks = locks
        // Not on the queue of all other calls: the user takes time.
        try await offMain { () throws(KeychainError) in try vault.unlockByFingerprint(stop) }
        guard vault.name == name else { return }
        try await noteUnlocked(vault, since: locks)
    }

    /// Whether an agent serves the vault, which is necessary for unlocking by fingerprint.
    var isFingerprintVault: Bool { vault is any FingerprintVault }

    /// Runs an operation about fingerprints; returns `nil` if no agent serves the vault.
    func performOnFingerprintVault<Value: Sendable>(
        _ body: @escaping @Sendable (any FingerprintVault) throws -> Value
    ) async throws -> Value? {
        guard let vault = vault as? any FingerprintVault else { return nil }
        return try await thread.run { try body(vault) }
    }

    func lock() async {
        locks += 1
        guard let vault, state == .unlocked else { return }
        setState(.locked)
        try? await thread.run { try vault.lock() }
    }

    /// Checks whether the vault is still unlocked: an agent can lock it by itself.
    func check() async {
        guard let vault, state == .unlocked else { return }
        do {
            let isUnlocked = try await thread.run { try vault.isUnlocked() }
            guard state == .unlocked, !isUnlocked else { return }
            setState(.locked)
        } catch { await note(error) }
    }

    /// Runs an operation on the unlocked vault, on a thread of its own.
    ///
    /// - Throws: the error of `body`; if the vault was locked, ``onChange`` has been called.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (any VaultService) throws -> Value) async throws -> Value
    {
        guard let vault else { throw KeychainError(.notAvailable, "there is no vault") }
        do { return try await thread.run { try body(vault) } } catch {
            await note(error)
            throw error
        }
    }

    private func note(_ error: any Error) async {
        guard let error = error as? KeychainError, state == .unlocked else { return }
        switch error.code {
        case .interactionNotAllowed: setState(.locked)
        case .notAvailable: await connect(preferred: name)
        default: break
        }
    }

    private func setState(_ state: State) {
        guard self.state != state else { return }
        self.state = state
        onChange(state)
    }

    /// Returns the message about an error for the user.
    static func message(for error: any Error) -> String {
        switch error {
        case let error as ExchangeError:
            let reason = error.reason.startingUppercase + "."
            return error.remedy.map { "\(reason) \($0.startingUppercase)." } ?? reason
        case let error as HealthError:
            let reason = error.reason.startingUppercase + "."
            return error.remedy.map { "\(reason) \($0.startingUppercase)." } ?? reason
        case let error as KeychainError:
            let reason = error.reason.startingUppercase + "."
            guard let remedy = error.remedy else { return reason }
            return reason + " " + remedy.startingUppercase + "."
        case let failure as Failure: return failure.message
        default: return "\(error)"
        }
    }
}

/// An error that already has the words for the user.
struct Failure: Error {
    let message: String
}
