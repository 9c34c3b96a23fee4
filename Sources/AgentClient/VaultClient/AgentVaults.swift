import AgentClient
import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault
import Secrets

/// The user's vaults in the agent, which keeps them open for all programs of the user.
public struct AgentVaults: VaultDirectoryService {
    let pool: ConnectionPool
    private let forProcessAlone: Bool

    /// Makes a client of the agent.
    ///
    /// - Parameter forProcessAlone: whether an unlock is valid for this process alone, and not for other programs on its terminal. It is
    ///   meant for programs in which master passwords are not typed in the terminal.
    package init(_ pool: ConnectionPool, forProcessAlone: Bool = false) {
        (self.pool, self.forProcessAlone) = (pool, forProcessAlone)
    }

    /// Returns the user's vaults: those of the agent if there is one, else those that this process opens.
    ///
    /// - Parameter forProcessAlone: as for ``init(_:forProcessAlone:)``.
    /// - Throws: `.notAvailable` if neither is available.
    public static func ofUser(forProcessAlone: Bool = false) throws(KeychainError) -> any VaultDirectoryService {
        if let pool = try ConnectionPool.ofUser(groups: []) {
            return AgentVaults(pool, forProcessAlone: forProcessAlone)
        }
        return VaultDirectory(root: try .user())
    }

    /// Returns the names of all vaults, sorted.
    public func vaultNames() throws(KeychainError) -> [String] {
        try vault("").names(.names(.init()))
    }

    /// Creates a vault in the agent and unlocks it for this program.
    public func createVault(
        _ name: String, password: borrowing SecretBytes, derivation: VaultPassword.Derivation
    ) throws(KeychainError) -> any VaultService {
        let vault = vault(name)
        try password.withUnsafeBytes { (bytes) throws(KeychainError) in
            try vault.perform(.create(.with { $0.derivation = derivation.rawValue }), [bytes])
        }
        return vault
    }

    /// Sets a new master password for a vault with the recovery key.
    public func recoverVault(
        _ name: String, recoveryKey: borrowing SecretBytes, newPassword: borrowing SecretBytes,
        derivation: VaultPassword.Derivation
    ) throws(KeychainError) {
        let vault = vault(name)
        let recover = WireVaultRequest.Recover.with {
            $0.firstLength = UInt32(clamping: recoveryKey.count)
            $0.derivation = derivation.rawValue
        }
        try recoveryKey.withUnsafeBytes { (key) throws(KeychainError) in
            try newPassword.withUnsafeBytes { (new) throws(KeychainError) in
                try vault.perform(.recover(recover), [key, new])
            }
        }
    }

    /// Gives a vault another name.
    public func renameVault(_ name: String, to new: String) throws(KeychainError) {
        try vault(name).perform(.rename(.with { $0.to = new }))
    }

    /// Deletes a vault.
    public func deleteVault(_ name: String, keepingCopy: Bool) throws(KeychainError) {
        try vault(name).perform(.delete(.with { $0.keepsCopy = keepingCopy }))
    }

    /// Brings the copy of a deleted vault back.
    public func undeleteVault(_ name: String) throws(KeychainError) { try vault(name).perform(.undelete(.init())) }

    /// The deleted vaults of which a copy is kept.
    public func deletedVaultCopies() throws(KeychainError) -> [DeletedVault] {
        let vault = vault("")
        let copies = try pool.answer(to: vault.request(.deleted(.init())), isChange: false) {
            if case .vault(let reply) = $0, case .deleted(let answer)? = reply.content { answer.copies } else { nil }
        }
        return copies.map { DeletedVault(name: $0.name, deleted: Date(timeIntervalSince1970: Double($0.date))) }
    }

    private func vault(_ name: String) -> AgentVault {
        AgentVault(name: name, pool: pool, forProcessAlone: forProcessAlone)
    }

    /// Returns a vault in the agent.
    public func vaultService(named name: String) throws(KeychainError) -> any VaultService {
        // The first reply about the vault tells whether it exists: each further request would slow down a program that shows one item.
        vault(name)
    }
}
