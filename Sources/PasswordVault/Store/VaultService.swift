import Foundation
import KeychainServices
import Secrets

/// The vaults of a user, open in this process (``VaultDirectory``) or in the agent.
public protocol VaultDirectoryService: Sendable {
    /// Returns the names of all vaults, sorted.
    func vaultNames() throws(KeychainError) -> [String]
    /// Creates a vault and unlocks it.
    ///
    /// - Throws: `.duplicateItem`, `.parameter`.
    func createVault(
        _ name: String, password: borrowing SecretBytes, derivation: VaultPassword.Derivation
    ) throws(KeychainError) -> any VaultService
    /// Returns the vault with a name.
    ///
    /// - Throws: `.noSuchKeychain` if there is none. An implementation may leave that error to the first use of the vault.
    func vaultService(named name: String) throws(KeychainError) -> any VaultService
    /// Sets a new master password with the recovery key (``VaultDirectory/recover(_:recoveryKey:newPassword:derivation:acceptingDamage:)``).
    func recoverVault(
        _ name: String, recoveryKey: borrowing SecretBytes, newPassword: borrowing SecretBytes,
        derivation: VaultPassword.Derivation
    ) throws(KeychainError)
    /// Gives a vault another name (``VaultDirectory/rename(_:to:)``).
    func renameVault(_ name: String, to new: String) throws(KeychainError)
    /// Deletes a vault (``VaultDirectory/delete(_:keepingCopy:)``).
    func deleteVault(_ name: String, keepingCopy: Bool) throws(KeychainError)
    /// Brings a deleted vault back (``VaultDirectory/undelete(_:)``).
    func undeleteVault(_ name: String) throws(KeychainError)
    /// The deleted vaults of which a copy is kept, the oldest first.
    func deletedVaultCopies() throws(KeychainError) -> [DeletedVault]
}

/// For directories that only hold what others manage.
extension VaultDirectoryService {
    /// Throws `.unimplemented`.
    public func renameVault(_ name: String, to new: String) throws(KeychainError) { throw .fixedVaults }
    /// Throws `.unimplemented`.
    public func deleteVault(_ name: String, keepingCopy: Bool) throws(KeychainError) { throw .fixedVaults }
    /// Throws `.unimplemented`.
    public func undeleteVault(_ name: String) throws(KeychainError) { throw .fixedVaults }
    /// None.
    public func deletedVaultCopies() throws(KeychainError) -> [DeletedVault] { [] }
}

extension KeychainError {
    fileprivate static var fixedVaults: KeychainError {
        KeychainError(.unimplemented, "these vaults cannot be renamed or deleted")
    }
}

/// A vault that is open in this process or in the agent. ``Vault`` documents the functions and their errors.
public protocol VaultService: Sendable {
    var name: String { get }

    func isUnlocked() throws(KeychainError) -> Bool
    func unlock(_ password: borrowing SecretBytes) throws(KeychainError)
    func lock() throws(KeychainError)

    func overviews(_ filter: VaultFilter, limit: Int) throws(KeychainError) -> [Overview]
    func search(_ text: String, _ filter: VaultFilter, limit: Int) throws(KeychainError) -> [Overview]
    func candidates(_ filter: VaultFilter, for site: WebsiteHint) throws(KeychainError) -> [Overview]
    func count() throws(KeychainError) -> Int
    func isComplete() throws(KeychainError) -> Bool
    func tags() throws(KeychainError) -> [String]
    func item(_ id: UUID) throws(KeychainError) -> VaultItem

    func save(_ item: VaultItem) throws(KeychainError) -> VaultItem
    func add(contentsOf items: [VaultItem]) throws(KeychainError) -> [VaultItem]
    func bring(_ items: [ArrivingItem], progress: (Int) throws -> Void) throws
    func duplicate(_ id: UUID, title: String) throws(KeychainError) -> VaultItem
    func archive(_ id: UUID, _ isArchived: Bool) throws(KeychainError)
    func trash(_ id: UUID) throws(KeychainError)
    func restore(_ id: UUID) throws(KeychainError)
    func purge(_ id: UUID) throws(KeychainError)
    func emptyTrash() throws(KeychainError) -> Int
    /// Moves an item to the vault with a name, which is in the same directory and unlocked as well.
    func move(_ id: UUID, toVault name: String) throws(KeychainError)

    func attach(
        to id: UUID, name: String, mediaType: String, reading read: (_ atMost: Int) throws -> Data
    ) throws(KeychainError) -> Attachment
    func readAttachment(
        _ attachmentID: UUID, of id: UUID, to write: (Data) throws(KeychainError) -> Void
    ) throws(KeychainError)
    func removeAttachment(_ attachmentID: UUID, of id: UUID) throws(KeychainError)

    func passwordDerivation() throws(KeychainError) -> VaultPassword
    func changePassword(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, derivation: VaultPassword.Derivation,
        compromised: Bool
    ) throws(KeychainError)
    func makeRecoveryKey() throws(KeychainError) -> SecretBytes
    func addServiceAccount(_ account: ServiceAccount) throws(KeychainError)
    func confirmRecoveryKey(_ text: borrowing SecretBytes) throws(KeychainError)
}

/// For vaults whose recovery keys others manage.
extension VaultService {
    /// Throws `.unimplemented`.
    public func confirmRecoveryKey(_ text: borrowing SecretBytes) throws(KeychainError) {
        throw KeychainError(.unimplemented, "this vault takes no recovery key that was made elsewhere")
    }
}

/// For vaults that seal nothing for others.
extension VaultService {
    /// Throws `.unimplemented`.
    public func addServiceAccount(_ account: ServiceAccount) throws(KeychainError) {
        throw KeychainError(.unimplemented, "this vault has no service accounts")
    }
}

/// For vaults that only stand before others.
extension VaultService {
    /// Throws `.unimplemented`.
    public func bring(_ items: [ArrivingItem], progress: (Int) throws -> Void) throws {
        throw KeychainError(.unimplemented, "nothing can be imported into this vault")
    }
    /// True.
    public func isComplete() throws(KeychainError) -> Bool { true }
}

extension Vault: VaultService {
    /// Moves an item to another vault, which is in the same directory and unlocked as well.
    public func move(_ id: UUID, toVault name: String) throws(KeychainError) {
        try move(id, to: directory.vault(named: name))
    }
}

extension VaultDirectory: VaultDirectoryService {
    /// Returns the names of all vaults, sorted.
    public func vaultNames() throws(KeychainError) -> [String] { names() }

    /// Calls ``create(_:password:derivation:)``.
    public func createVault(
        _ name: String, password: borrowing SecretBytes, derivation: VaultPassword.Derivation
    ) throws(KeychainError) -> any VaultService {
        try create(name, password: password, derivation: derivation)
    }

    /// Calls ``vault(named:)``.
    public func vaultService(named name: String) throws(KeychainError) -> any VaultService { try vault(named: name) }

    /// Calls ``recover(_:recoveryKey:newPassword:derivation:acceptingDamage:)``.
    public func recoverVault(
        _ name: String, recoveryKey: borrowing SecretBytes, newPassword: borrowing SecretBytes,
        derivation: VaultPassword.Derivation
    ) throws(KeychainError) {
        _ = try recover(name, recoveryKey: recoveryKey, newPassword: newPassword, derivation: derivation)
    }

    /// The same as ``rename(_:to:)``.
    public func renameVault(_ name: String, to new: String) throws(KeychainError) { try rename(name, to: new) }

    /// The same as ``delete(_:keepingCopy:)``.
    public func deleteVault(_ name: String, keepingCopy: Bool) throws(KeychainError) {
        try delete(name, keepingCopy: keepingCopy)
    }

    /// The same as ``undelete(_:)``.
    public func undeleteVault(_ name: String) throws(KeychainError) { try undelete(name) }

    /// The same as ``deletedVaults()``.
    public func deletedVaultCopies() throws(KeychainError) -> [DeletedVault] { deletedVaults() }
}
